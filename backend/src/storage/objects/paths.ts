import Type from 'typebox'

/**
 * `/:bucket/*` of a route; the router has decoded both once and always gives both.
 * The members are not declared, because TypeBox would take the name `*` for a pattern.
 */
export const ObjectParams = Type.Unsafe<{ bucket: string; '*': string }>({ type: 'object' })
export const BucketParams = Type.Object({ bucket: Type.String() })
