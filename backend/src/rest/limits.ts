/** Compiled shapes kept, and the longest that is: one is a few kilobytes. What a request may ask for: `../rest-config.ts`. */
export const COMPILED_SHAPES = 2000
export const COMPILED_SHAPE_LENGTH = 4096
