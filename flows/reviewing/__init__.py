"""Reviewing: packets go out, decisions come in; plain functions over folders, without Prefect."""
