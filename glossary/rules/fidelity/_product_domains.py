"""Domains of the glossary whose names are those of products and vendors, not of models and methods."""

# Names of methods are made of others and are near to others (LoRAMoE, Reformer and Informer); those of products hardly.
PRODUCTS = ("compiler", "ecosystem", "hardware", "mobile", "profiling")
