"""Packets: findings put together for reviewers, and what was already sent."""
