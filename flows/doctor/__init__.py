"""Doctor: what may keep builds from running, checked before they fail at night, each with what to do."""
