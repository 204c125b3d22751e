/** Bounds that the protocol leaves open; beyond them a request is refused with PGRST100 (bodies: 413). */
export const LIMITS = {
  queryLength: 64 * 1024,
  parameters: 200,
  selectItems: 500,
  embedDepth: 8,
  embeds: 60,
  conditions: 300,
  logicDepth: 16,
  listElements: 5000,
  orderTerms: 32,
  jsonPathSteps: 32,
  bodyBytes: 10 * 1024 * 1024,
  /** Compiled shapes kept, and the longest that is: one is a few kilobytes. */
  compiledShapes: 2000,
  compiledShapeLength: 4096,
} as const
