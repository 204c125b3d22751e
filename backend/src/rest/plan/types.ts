import type { BinaryOperator, IsKeyword, SearchOperator } from '../request/filter.ts'
import type { JsonStep } from '../request/grammar.ts'
import type { AggregateName } from '../request/select.ts'
import type {
  CallableFunction,
  Column,
  Parameter,
  QualifiedName,
  Relation,
  Relationship,
} from '../schema-cache/types.ts'

/** A column, computed field or JSON path of one level. */
export interface PlanField {
  readonly name: string
  readonly path: readonly JsonStep[]
  /** The column isn't JSON and must be converted before the path applies. */
  readonly toJson: boolean
}

/** Rows of one relation (or function), with everything requested of them. */
export interface LevelPlan {
  readonly source: Source
  /** Alias of the rows in SQL. It appears in PostgreSQL's messages. */
  readonly alias: string
  readonly items: readonly PlanItem[]
  readonly where: readonly PlanCondition[]
  readonly order: readonly PlanOrder[]
  readonly limit: number | null
  readonly offset: PlanOffset | null
  /** An aggregate was requested, here or in a spread: the other items form the groups. */
  readonly grouped: boolean
  /** Its items become items of the enclosing level, which also computes its aggregates. */
  readonly spread: boolean
}

export type Source =
  | { readonly kind: 'relation'; readonly relation: Relation }
  /** The rows returned by this request's write. */
  | { readonly kind: 'written' }
  | { readonly kind: 'call'; readonly call: CallPlan }

export type PlanOffset =
  | { readonly kind: 'constant'; readonly rows: number }
  | { readonly kind: 'value'; readonly value: number }

export type PlanItem = { readonly kind: 'star' } | FieldPlan | { readonly kind: 'embed'; readonly embed: EmbedPlan }

export interface FieldPlan {
  readonly kind: 'field'
  readonly field: PlanField | null
  readonly name: string
  /** SQL spelling of a type. */
  readonly cast: string | null
  /** The function that converts a domain's value to its representation in responses. */
  readonly present: QualifiedName | null
  readonly aggregate: { readonly name: AggregateName; readonly cast: string | null } | null
}

export interface EmbedPlan {
  /** The key in the output. */
  readonly name: string
  readonly relationship: Relationship
  readonly toOne: boolean
  readonly inner: boolean
  readonly spread: boolean
  /** `rel()`: it filters but does not appear. */
  readonly hidden: boolean
  readonly junctionAlias: string
  readonly level: LevelPlan
}

export type PlanCondition =
  | {
      readonly kind: 'comparison'
      readonly field: PlanField
      readonly negated: boolean
      readonly test: PlanTest
      /** The function that parses a domain's value in a filter. */
      readonly parse: QualifiedName | null
    }
  | {
      readonly kind: 'group'
      readonly operator: 'and' | 'or'
      readonly negated: boolean
      readonly terms: readonly PlanCondition[]
    }
  | {
      readonly kind: 'exists'
      readonly embed: EmbedPlan
      readonly negated: boolean
      /** It represents `!inner`, not a null test on the embed. */
      readonly joins: boolean
    }

type PlanTest =
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly quantifier: 'any' | 'all' | null
      readonly value: number
    }
  | {
      readonly kind: 'search'
      readonly operator: SearchOperator
      readonly config: string | null
      readonly toVector: boolean
      readonly value: number
    }
  | { readonly kind: 'in'; readonly value: number }
  | { readonly kind: 'is'; readonly keyword: IsKeyword }

export interface PlanOrder {
  readonly field: PlanField
  /** The to-one embed that the column belongs to; null for the level itself. */
  readonly embed: EmbedPlan | null
  readonly direction: 'asc' | 'desc' | null
  readonly nulls: 'first' | 'last' | null
}

export interface CallPlan {
  readonly function: CallableFunction
  readonly arguments: /** One json object holds them all. */
    | {
        readonly kind: 'json'
        readonly parameters: readonly Parameter[]
        readonly payload: number
        readonly isArray: boolean
      }
    /** Texts from the query string; several for a variadic argument. */
    | {
        readonly kind: 'texts'
        readonly parameters: readonly { readonly parameter: Parameter; readonly values: readonly number[] }[]
      }
    /** The body is the one unnamed argument. */
    | { readonly kind: 'body'; readonly type: string; readonly payload: number }
}

export interface WritePlan {
  readonly relation: Relation
  /** Index of the payload among the values. */
  readonly payload: number
  readonly isArray: boolean
  readonly columns: readonly Column[]
  readonly operation:
    | { readonly kind: 'insert'; readonly conflict: ConflictPlan | null }
    /** PUT: takes only the payload's row with the key in the URL. */
    | { readonly kind: 'put'; readonly where: readonly PlanCondition[]; readonly key: readonly string[] }
    | { readonly kind: 'update'; readonly where: readonly PlanCondition[] }
    | { readonly kind: 'delete'; readonly where: readonly PlanCondition[] }
  /** Keys missing from an object get the column's default instead of null. */
  readonly fillDefaults: boolean
  readonly returning: Returning
  /** Distinguishes inserted from updated rows (merge upserts answer 200 if nothing was inserted). */
  readonly countInserted: boolean
}

/** What the rest of the statement reads from the written rows. */
export interface Returning {
  readonly everyColumn: boolean
  /** Columns and computed fields by name. */
  readonly names: readonly string[]
}

interface ConflictPlan {
  readonly target: readonly string[]
  readonly merge: boolean
}
