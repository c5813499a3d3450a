"""Storage: tables of a build in Parquet files, read and written whole, and fingerprints that show any change."""
