export interface Column {
  readonly name: string
  /** As PostgreSQL prints it with an empty search path: safe to put into SQL. */
  readonly type: string
  /** The type below any domains, for deciding whether text search must build a tsvector. */
  readonly baseType: string
  /** The default as an SQL expression, `nextval(...)` for identity columns; null for none. */
  readonly defaultExpression: string | null
  /** Functions between a domain's values and their form outside; null where a value is shown as it is. */
  readonly representation: Representation | null
}

export interface QualifiedName {
  readonly schema: string
  readonly name: string
}

export interface Representation {
  /** What answers show. */
  readonly toJson: QualifiedName | null
  /** What bodies hold. */
  readonly fromJson: QualifiedName | null
  /** What filters hold. */
  readonly fromText: QualifiedName | null
}

/** A media type that the application makes itself. */
export interface MediaHandler {
  // Lower case; '*/*' stands for any.
  readonly mediaType: string
  readonly isBytes: boolean
  /** Turns rows into it; null where a function returns it as it is. */
  readonly aggregate: QualifiedName | null
  /** Whose rows the aggregate takes; null for any. */
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
  /** Roles with any privilege on it: only they are told its name in a hint. */
  readonly visibleTo: readonly string[]
}

export type Cardinality = 'one-to-many' | 'many-to-one' | 'one-to-one' | 'many-to-many'

/** Columns that must be equal: [on the origin, on the other side]. */
export type ColumnPair = readonly [string, string]

export interface Junction {
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
  /** '' for an unnamed one. */
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
    /** `relation` is the table whose rows it returns, null for OUT and TABLE columns. */
    | { readonly kind: 'composite'; readonly relation: Relation | null }
  /** Its SET clauses that must hold before it is called: [setting, value]. */
  readonly settings: readonly (readonly [string, string])[]
  readonly visibleTo: readonly string[]
  /** The media type that it returns ready made. */
  readonly handler: MediaHandler | null
}

export interface SchemaCache {
  /** Grows with every load; statements prepared for an older one are not used again. */
  readonly version: number
  readonly serverVersion: number
  readonly relations: ReadonlyMap<string, Relation>
  /** By the origin's key. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>
  readonly functions: ReadonlyMap<string, readonly CallableFunction[]>
  /** Type names that a cast may use, in lower case, with the spelling that goes into SQL. */
  readonly types: ReadonlyMap<string, string>
  readonly roleSettings: ReadonlyMap<string, readonly (readonly [string, string])[]>
  /** By the key of the relation whose rows they take, and under '' those for any rows. */
  readonly mediaHandlers: ReadonlyMap<string, readonly MediaHandler[]>
  /** PostGIS's function, where there is one. */
  readonly geoJson: QualifiedName | null
}

/** The key of a relation or function; NUL cannot occur in a name. */
export function objectKey(schema: string, name: string): string {
  return `${schema}\0${name}`
}
