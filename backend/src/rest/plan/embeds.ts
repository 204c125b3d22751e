import { RestError } from '../errors.ts'
import type { EmbedItem } from '../request/select.ts'
import { objectKey, type Relation, type Relationship, type SchemaCache } from '../schema-cache/types.ts'
import { mostSimilar } from './similarity.ts'

export interface Surroundings {
  readonly cache: SchemaCache
  readonly schema: string
  readonly role: string
}

/** Finds the one relationship that an embed refers to. @throws {RestError} PGRST200 for none, PGRST201 for several */
export function findRelationship(
  origin: Relation,
  item: EmbedItem,
  { cache, schema, role }: Surroundings,
): Relationship {
  const known = (cache.relationships.get(objectKey(origin.schema, origin.name)) ?? []).filter(
    ({ target }) => target.schema === schema,
  )
  const matching = withoutShadows(known.filter((relationship) => matches(relationship, item.relation, item.hint)))
  // A computed relationship replaces a detected one of the same name.
  const computed = matching.filter(({ kind }) => kind === 'computed')
  const [found, ...others] = computed.length > 0 ? computed : matching
  if (!found) throw notFound(origin, item, known, { cache, schema, role })
  if (others.length > 0) throw ambiguous(origin, item, [found, ...others])
  return found
}

/** A view over a junction table must not make the table's many-to-many relationship ambiguous. */
function withoutShadows(matching: readonly Relationship[]): readonly Relationship[] {
  const isView = (relationship: Relationship) =>
    relationship.kind === 'junction' && relationship.junction.relation.isView
  const tables = matching.filter((relationship) => !isView(relationship))
  return tables.some(({ kind }) => kind === 'junction') ? tables : matching
}

function matches(relationship: Relationship, target: string, hint: string | null): boolean {
  if (relationship.kind === 'computed') return hint === null && relationship.functionName === target
  const isSelf = relationship.origin === relationship.target
  if (relationship.kind === 'junction') {
    // Both ends have the same name, so a recursive many-to-many has no defined direction.
    if (isSelf || relationship.target.name !== target) return false
    return hint === null || hint === relationship.junction.relation.name
  }
  const [single, ...more] = relationship.pairs
  const only = single && more.length === 0 ? single : null
  const keyColumn = only && (relationship.fromKey ? only[0] : only[1])
  if (isSelf) {
    if (hint !== null) return relationship.target.name === target && !relationship.fromKey && hint === keyColumn
    return relationship.fromKey ? target === keyColumn : target === relationship.target.name
  }
  if (hint !== null) {
    const named = hint === relationship.constraint || (only?.includes(hint) ?? false)
    return relationship.target.name === target && named
  }
  if (relationship.target.name === target) return true
  if (relationship.target.isView) return false
  if (relationship.constraint === target) return true
  const byColumn = relationship.fromKey || relationship.cardinality === 'one-to-one'
  return byColumn && only?.[0] === target
}

/** Minimum similarity of a suggested name. */
const LEAST_SIMILARITY = 0.33

function notFound(
  origin: Relation,
  item: EmbedItem,
  known: readonly Relationship[],
  { cache, schema, role }: Surroundings,
): RestError {
  const between = `'${origin.name}' and '${item.relation}'`
  const hinted = item.hint === null ? '' : ` using the hint '${item.hint}'`
  // An origin without relationships is the likelier typo; only names that the caller may see are suggested.
  const isParent = known.length === 0
  const relations = isParent
    ? [...cache.relationships.values()].flatMap(([first]) =>
        first && first.origin.schema === schema ? first.origin : [],
      )
    : known.map(({ target }) => target)
  const names = new Set(relations.filter(({ visibleTo }) => visibleTo.includes(role)).map(({ name }) => name))
  const wrong = isParent ? origin.name : item.relation
  // A name that exists is no typo: the hint after it may be.
  const similar = names.has(wrong) ? null : mostSimilar(wrong, names, LEAST_SIMILARITY)
  return new RestError('PGRST200', `Could not find a relationship between ${between} in the schema cache`, {
    details: `Searched for a foreign key relationship between ${between}${hinted} in the schema '${schema}', but no matches were found.`,
    hint: similar === null ? null : `Perhaps you meant '${similar}' instead of '${wrong}'.`,
  })
}

function ambiguous(origin: Relation, item: EmbedItem, found: readonly Relationship[]): RestError {
  const choices = found.map((relationship) => `'${relationship.target.name}!${choiceOf(relationship)}'`).join(', ')
  return new RestError(
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${item.relation}'`,
    {
      details: found.map((relationship) => ({
        cardinality: relationship.cardinality,
        embedding: `${origin.name} with ${relationship.target.name}`,
        relationship: describe(relationship),
      })),
      hint: `Try changing '${item.relation}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function choiceOf(relationship: Relationship): string {
  switch (relationship.kind) {
    case 'foreign-key':
      return relationship.constraint
    case 'junction':
      return relationship.junction.relation.name
    case 'computed':
      return relationship.functionName
  }
}

function describe(relationship: Relationship): string {
  switch (relationship.kind) {
    case 'foreign-key': {
      const [own, other] = [0, 1].map((side) => relationship.pairs.map((pair) => pair[side]).join(', '))
      return `${relationship.constraint} using ${relationship.origin.name}(${own}) and ${relationship.target.name}(${other})`
    }
    case 'junction': {
      const { relation, originConstraint, targetConstraint, originPairs, targetPairs } = relationship.junction
      const near = originPairs.map(([, column]) => column).join(', ')
      const far = targetPairs.map(([, column]) => column).join(', ')
      return `${relation.name} using ${originConstraint}(${near}) and ${targetConstraint}(${far})`
    }
    case 'computed':
      return `${relationship.functionName}(${relationship.origin.name})`
  }
}
