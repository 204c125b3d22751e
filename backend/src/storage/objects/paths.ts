import Type from 'typebox'

/** `/:bucket/*` of a route; the framework has decoded both once. */
export const ObjectParams = Type.Object({ bucket: Type.String(), '*': Type.String() })
export const BucketParams = Type.Object({ bucket: Type.String() })
