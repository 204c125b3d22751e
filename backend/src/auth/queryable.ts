import type postgres from '#postgres'

/** A connection or an open transaction. */
// biome-ignore lint/complexity/noBannedTypes: the driver's own notation for "no custom types"
export type Queryable = postgres.ISql<{}>
