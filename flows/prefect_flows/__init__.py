"""Prefect flows, their deployments and their server; nothing else here imports Prefect."""
