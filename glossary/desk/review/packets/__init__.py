"""Packets: findings put together for reviewers, and a log of what was sent."""
