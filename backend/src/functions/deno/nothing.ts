/** In place of types that have no code. */
export {}
