"""The desk: what people read and decide on, such as reports, reviews, histories and candidates."""
