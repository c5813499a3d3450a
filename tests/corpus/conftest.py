"""Hypothesis for these tests: no deadline, as the first example loads dictionaries."""

from hypothesis import HealthCheck, settings

settings.register_profile("corpus", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("corpus")
