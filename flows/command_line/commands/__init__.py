"""Commands: one module for each command of `taiyaku`, or for each family of them."""
