"""Delivery: published builds brought to where people read them, a module for each kind of target."""
