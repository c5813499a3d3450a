"""Dataset card: figures, licences and descriptions that are published with a build."""
