"""Fixing: remedies that findings carry, put into a page's text where nothing but words can change."""
