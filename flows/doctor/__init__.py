"""Doctor: checks for whatever could stop builds, before they fail at night, each with a remedy."""
