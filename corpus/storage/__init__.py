"""Storage: tables of a build in Parquet files, read and written whole, and what tells whether anything changed."""
