import Type from 'typebox'

/**
 * `/:bucket/*` of a route; the router decodes both once and always provides both. The members are not declared because TypeBox would treat
 * the name `*` as a pattern.
 */
export const ObjectParams = Type.Unsafe<{ bucket: string; '*': string }>({ type: 'object' })
export const BucketParams = Type.Object({ bucket: Type.String() })
