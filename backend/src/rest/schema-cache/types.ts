export interface Column {
  readonly name: string
  /** As PostgreSQL prints it with an empty search path: safe to put into SQL. */
  readonly type: string
  /** The type below any domains, to decide whether text search must build a tsvector. */
  readonly baseType: string
  /** The default as an SQL expression, `nextval(...)` for identity columns; null if there is none. */
  readonly defaultExpression: string | null
  /** Functions that convert between a domain's values and their external form; null if values are shown unchanged. */
  readonly representation: Representation | null
}

export interface QualifiedName {
  readonly schema: string
  readonly name: string
}

export interface Representation {
  /** For responses. */
  readonly toJson: QualifiedName | null
  /** For request bodies. */
  readonly fromJson: QualifiedName | null
  /** For filters. */
  readonly fromText: QualifiedName | null
}

/** A media type that the application produces itself. */
export interface MediaHandler {
  // Lower case; '*/*' stands for any.
  readonly mediaType: string
  readonly isBytes: boolean
  /** Converts rows to it; null if a function returns it directly. */
  readonly aggregate: QualifiedName | null
  /** Relation whose rows the aggregate takes; null for any. */
  readonly target: QualifiedName | null
}

export interface Relation {
  readonly schema: string
  readonly name: string
  readonly isView: boolean
  readonly isPartitioned: boolean
  readonly columns: ReadonlyMap<string, Column>
  readonly primaryKey: readonly string[]
  readonly insertable: boolean
  readonly updatable: boolean
  readonly deletable: boolean
  /** Roles with any privilege on it: only they see its name in hints. */
  readonly visibleTo: readonly string[]
}

type Cardinality = 'one-to-many' | 'many-to-one' | 'one-to-one' | 'many-to-many'

/** Columns that must be equal: [on the origin, on the other side]. */
export type ColumnPair = readonly [string, string]

interface Junction {
  readonly relation: Relation
  readonly originConstraint: string
  readonly targetConstraint: string
  /** [origin column, junction column] */
  readonly originPairs: readonly ColumnPair[]
  /** [target column, junction column] */
  readonly targetPairs: readonly ColumnPair[]
}

export interface ForeignKeyRelationship {
  readonly kind: 'foreign-key'
  readonly cardinality: Exclude<Cardinality, 'many-to-many'>
  readonly origin: Relation
  readonly target: Relation
  readonly constraint: string
  readonly pairs: readonly ColumnPair[]
  /** Whether the origin holds the foreign key. */
  readonly fromKey: boolean
}

export interface JunctionRelationship {
  readonly kind: 'junction'
  readonly cardinality: 'many-to-many'
  readonly origin: Relation
  readonly target: Relation
  readonly junction: Junction
}

/** A function over the origin's row type that returns rows of the target. */
export interface ComputedRelationship {
  readonly kind: 'computed'
  readonly cardinality: 'one-to-one' | 'one-to-many'
  readonly origin: Relation
  readonly target: Relation
  readonly functionSchema: string
  readonly functionName: string
}

export type Relationship = ForeignKeyRelationship | JunctionRelationship | ComputedRelationship

export interface Parameter {
  /** '' if unnamed. */
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly variadic: boolean
}

export interface CallableFunction {
  readonly schema: string
  readonly name: string
  readonly parameters: readonly Parameter[]
  readonly returnsSet: boolean
  readonly volatile: boolean
  readonly result:
    | { readonly kind: 'void' }
    | { readonly kind: 'scalar'; readonly type: string }
    /** `relation` is the table whose rows are returned; null for OUT and TABLE columns. */
    | { readonly kind: 'composite'; readonly relation: Relation | null }
  /** SET clauses that must be applied before the call: [setting, value]. */
  readonly settings: readonly (readonly [string, string])[]
  readonly visibleTo: readonly string[]
  /** The media type that it returns directly. */
  readonly handler: MediaHandler | null
}

export interface SchemaCache {
  /** Incremented with every load; statements prepared for an older version are not reused. */
  readonly version: number
  readonly serverVersion: number
  readonly relations: ReadonlyMap<string, Relation>
  /** By the origin's key. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>
  readonly functions: ReadonlyMap<string, readonly CallableFunction[]>
  /** Type names allowed in casts, in lower case, with their SQL spelling. */
  readonly types: ReadonlyMap<string, string>
  readonly roleSettings: ReadonlyMap<string, readonly (readonly [string, string])[]>
  /** By the key of the relation whose rows they take; those for any rows are under ''. */
  readonly mediaHandlers: ReadonlyMap<string, readonly MediaHandler[]>
  /** PostGIS's ST_AsGeoJSON, if installed. */
  readonly geoJson: QualifiedName | null
}

/** The key of a relation or function; NUL cannot occur in a name. */
export function objectKey(schema: string, name: string): string {
  return `${schema}\0${name}`
}
