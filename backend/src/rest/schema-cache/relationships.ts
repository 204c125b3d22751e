import type { FunctionRow } from './catalog.ts'
import {
  type ColumnPair,
  type ComputedRelationship,
  type ForeignKeyRelationship,
  type JunctionRelationship,
  objectKey,
  type Relation,
  type Relationship,
} from './types.ts'

/** A foreign key as exposed by two relations: the tables themselves, or views over them. */
export interface KnownForeignKey {
  readonly name: string
  readonly from: Relation
  readonly to: Relation
  readonly columns: readonly string[]
  readonly targetColumns: readonly string[]
  /** Whether the referencing columns are exactly a primary or unique key: one-to-one. */
  readonly isUnique: boolean
}

const RANK = { 'one-to-many': 0, 'many-to-one': 1, 'one-to-one': 2, 'many-to-many': 3 } as const

/** All relationships by origin, in the order in which an ambiguity error lists them. */
export function buildRelationships(
  foreignKeys: readonly KnownForeignKey[],
  functions: readonly FunctionRow[],
  relationOf: (oid: string | null) => Relation | null,
): Map<string, Relationship[]> {
  const all: Relationship[] = [
    ...foreignKeys.flatMap(bothDirections),
    ...junctions(foreignKeys),
    ...functions.flatMap((row) => computed(row, relationOf)),
  ]
  all.sort((left, right) => RANK[left.cardinality] - RANK[right.cardinality] || compare(sortKey(left), sortKey(right)))
  return Map.groupBy(all, ({ origin }) => objectKey(origin.schema, origin.name))
}

function sortKey(relationship: Relationship): string {
  return `${nameOf(relationship)}\0${relationship.target.name}`
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function nameOf(relationship: Relationship): string {
  switch (relationship.kind) {
    case 'foreign-key':
      return relationship.constraint
    case 'junction':
      return relationship.junction.originConstraint
    case 'computed':
      return relationship.functionName
  }
}

function bothDirections(key: KnownForeignKey): ForeignKeyRelationship[] {
  const forward = pairsOf(key)
  const backward = forward.map(([from, to]): ColumnPair => [to, from])
  const toMany = key.isUnique ? 'one-to-one' : 'one-to-many'
  return [
    {
      kind: 'foreign-key',
      cardinality: key.isUnique ? 'one-to-one' : 'many-to-one',
      origin: key.from,
      target: key.to,
      constraint: key.name,
      pairs: forward,
      fromKey: true,
    },
    {
      kind: 'foreign-key',
      cardinality: toMany,
      origin: key.to,
      target: key.from,
      constraint: key.name,
      pairs: backward,
      fromKey: false,
    },
  ]
}

function pairsOf(key: KnownForeignKey): ColumnPair[] {
  return key.columns.map((column, index): ColumnPair => [column, key.targetColumns[index] ?? ''])
}

/** A junction has two foreign keys whose columns together lie within its primary key. */
function junctions(foreignKeys: readonly KnownForeignKey[]): JunctionRelationship[] {
  const found: JunctionRelationship[] = []
  for (const keys of Map.groupBy(foreignKeys, (key) => key.from).values()) {
    for (const near of keys) {
      for (const far of keys) {
        const isJunction =
          near.name !== far.name &&
          !near.isUnique &&
          !far.isUnique &&
          [...near.columns, ...far.columns].every((column) => near.from.primaryKey.includes(column))
        if (isJunction) found.push(throughJunction(near, far))
      }
    }
  }
  return found
}

function throughJunction(near: KnownForeignKey, far: KnownForeignKey): JunctionRelationship {
  return {
    kind: 'junction',
    cardinality: 'many-to-many',
    origin: near.to,
    target: far.to,
    junction: {
      relation: near.from,
      originConstraint: near.name,
      targetConstraint: far.name,
      originPairs: pairsOf(near).map(([own, other]): ColumnPair => [other, own]),
      targetPairs: pairsOf(far).map(([own, other]): ColumnPair => [other, own]),
    },
  }
}

function computed(row: FunctionRow, relationOf: (oid: string | null) => Relation | null): ComputedRelationship[] {
  const [only, ...others] = row.arguments
  const origin = relationOf(only?.relation ?? null)
  const target = relationOf(row.result_relation)
  if (!origin || !target || others.length > 0 || row.schema !== origin.schema) return []
  const toOne = !row.returns_set || row.rows_estimate === 1
  return [
    {
      kind: 'computed',
      cardinality: toOne ? 'one-to-one' : 'one-to-many',
      origin,
      target,
      functionSchema: row.schema,
      functionName: row.name,
    },
  ]
}
