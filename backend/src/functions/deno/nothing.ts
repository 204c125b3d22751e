/** Replaces imports of types without code. */
export {}
