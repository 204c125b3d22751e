import { databaseRefusal, RestError } from '../errors.ts'
import type { Condition } from '../request/filter.ts'
import { defaultName, type Field } from '../request/grammar.ts'
import type { OrderTerm } from '../request/order.ts'
import type { EmbedItem, FieldItem, SelectItem } from '../request/select.ts'
import type { Column, Relation, Relationship, Representation } from '../schema-cache/types.ts'
import { findRelationship, type Surroundings } from './embeds.ts'
import { demandsOf, embedKey, notEmbedded, type Placement, type TargetNames } from './placement.ts'
import type {
  EmbedPlan,
  FieldPlan,
  LevelPlan,
  PlanCondition,
  PlanField,
  PlanItem,
  PlanOffset,
  PlanOrder,
  Source,
} from './types.ts'

export interface LevelContext extends Surroundings {
  readonly placement: Placement
  readonly targets: TargetNames
  readonly aggregates: boolean
  readonly maxRows: number
}

/** One level before its embeds are resolved. */
export interface LevelStart {
  readonly source: Source
  /** The relation with these rows' columns and relationships; null for rows without a table. */
  readonly relation: Relation | null
  readonly alias: string
  readonly items: readonly SelectItem[]
  readonly item: EmbedItem | null
  readonly limit: number | null
  readonly offset: PlanOffset | null
  /** Aliases of the enclosing levels, which an inner one must not shadow. */
  readonly taken: readonly string[]
  /** Whether `*` is expanded, because grouping and spreads need the columns listed. */
  readonly expandStar: boolean
}

/** Resolves one level: fields, embeds, conditions, order. */
export function planLevel(start: LevelStart, context: LevelContext): LevelPlan {
  const demands = demandsOf(context.placement, start.item)
  const spread = start.item?.spread ?? false
  const aggregates = hasAggregates(start.items)
  if (aggregates && !context.aggregates) throw new RestError('PGRST123', 'Use of aggregate functions is not allowed')
  // A spread's aggregates belong to the level that it spreads into.
  const grouped = aggregates && !spread
  const expandStar = start.expandStar || grouped
  const embeds = planEmbeds({ ...start, expandStar }, context)
  const scope: Scope = { relation: start.relation, embeds }
  return {
    source: start.source,
    alias: start.alias,
    // The rows returned by a write contain more than the relation's columns.
    items: start.items.flatMap((item) =>
      planItems(item, scope, expandStar || start.source.kind === 'written', context),
    ),
    where: [
      ...demands.conditions.map((condition) => planCondition(condition, scope)),
      ...[...embeds.values()]
        .filter(({ inner }) => inner)
        .map((embed): PlanCondition => ({ kind: 'exists', embed, negated: false, joins: true })),
    ],
    order: demands.order.map((term) => planOrder(term, scope, context.targets)),
    limit: start.limit,
    offset: start.offset,
    grouped,
    spread,
  }
}

function hasAggregates(items: readonly SelectItem[]): boolean {
  return items.some((item) => {
    if (item.kind === 'embed') return item.spread && hasAggregates(item.items)
    return item.kind === 'field' && item.aggregate !== null
  })
}

interface Scope {
  readonly relation: Relation | null
  readonly embeds: ReadonlyMap<EmbedItem, EmbedPlan>
}

function planEmbeds(start: LevelStart, context: LevelContext): Map<EmbedItem, EmbedPlan> {
  const plans = new Map<EmbedItem, EmbedPlan>()
  const keys = new Set<string>()
  for (const item of start.items) {
    if (item.kind !== 'embed') continue
    const key = embedKey(item)
    if (keys.has(key)) {
      // The protocol's own error: a request that works by accident of an alias should fail the same way everywhere.
      const name = `${start.alias}_${key}_${start.taken.length + 1}`
      throw databaseRefusal('42712', `table name "${name}" specified more than once`)
    }
    keys.add(key)
    plans.set(item, planEmbed(item, start, context))
  }
  return plans
}

function planEmbed(item: EmbedItem, start: LevelStart, context: LevelContext): EmbedPlan {
  if (!start.relation) throw noRelations(start.alias, item, context.schema)
  const relationship = findRelationship(start.relation, item, context)
  const toOne = isToOne(relationship)
  const taken = [...start.taken, start.alias]
  // These aliases appear in PostgreSQL's messages, and clients' tests expect them: no depth on a many-to-many.
  const isJunction = relationship.kind === 'junction'
  const alias = freeAlias(isJunction ? relationship.target.name : `${relationship.target.name}_${taken.length}`, taken)
  const { range } = demandsOf(context.placement, item)
  if (item.spread && !toOne && hasAggregates(item.items)) {
    throw new RestError('PGRST127', 'Feature not implemented', {
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    })
  }
  const level = planLevel(
    {
      source: { kind: 'relation', relation: relationship.target },
      relation: relationship.target,
      alias,
      items: item.items,
      item,
      limit: toOne ? (range?.limit === 0 ? 0 : null) : Math.min(range?.limit ?? context.maxRows, context.maxRows),
      offset: range && range.offset > 0 ? { kind: 'constant', rows: range.offset } : null,
      taken,
      expandStar: start.expandStar || item.spread,
    },
    context,
  )
  return {
    name: embedKey(item),
    relationship,
    toOne,
    inner: item.inner,
    spread: item.spread,
    hidden: isHidden(item),
    junctionAlias: isJunction ? freeAlias(relationship.junction.relation.name, [...taken, alias]) : '',
    level,
  }
}

function isToOne(relationship: Relationship): boolean {
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}

/** `rel()`, or an embed that contains nothing but such embeds. */
function isHidden(item: EmbedItem): boolean {
  return item.items.every((inner) => inner.kind === 'embed' && isHidden(inner))
}

function freeAlias(wanted: string, taken: readonly string[]): string {
  let alias = wanted
  while (taken.includes(alias)) alias += '_'
  return alias
}

function noRelations(name: string, item: EmbedItem, schema: string): RestError {
  const between = `'${name}' and '${item.relation}'`
  return new RestError('PGRST200', `Could not find a relationship between ${between} in the schema cache`, {
    details: `Searched for a foreign key relationship between ${between} in the schema '${schema}', but no matches were found.`,
  })
}

function planItems(item: SelectItem, scope: Scope, expandStar: boolean, context: LevelContext): PlanItem[] {
  switch (item.kind) {
    case 'star':
      if (!scope.relation || !(expandStar || hasRepresentations(scope.relation))) return [{ kind: 'star' }]
      return [...scope.relation.columns.values()].map(plainField)
    case 'field':
      return [planField(item, scope, context)]
    case 'embed': {
      const embed = scope.embeds.get(item)
      return embed && !embed.hidden ? [{ kind: 'embed', embed }] : []
    }
  }
}

function hasRepresentations({ columns }: Relation): boolean {
  for (const { representation } of columns.values()) if (representation?.toJson) return true
  return false
}

function plainField({ name, representation }: Column): FieldPlan {
  const field = { name, path: [], toJson: false }
  return { kind: 'field', field, name, cast: null, present: representation?.toJson ?? null, aggregate: null }
}

function planField(item: FieldItem, scope: Scope, context: LevelContext): FieldPlan {
  const aggregate = item.aggregate && {
    name: item.aggregate.name,
    cast: item.aggregate.cast === null ? null : resolveType(item.aggregate.cast, context),
  }
  const ownName = item.field ? defaultName(item.field) : 'count'
  const cast = item.cast === null ? null : resolveType(item.cast, context)
  return {
    kind: 'field',
    field: item.field && resolveField(item.field, scope.relation),
    name: item.alias ?? (aggregate ? aggregate.name : ownName),
    cast,
    present:
      aggregate || (cast !== null && !OF_JSON.has(cast)) ? null : (representationOf(item.field, scope)?.toJson ?? null),
    aggregate,
  }
}

/** Types that JSON can be cast to; a cast to any other takes the underlying value. */
const OF_JSON = new Set(['text', 'character varying', 'json', 'jsonb'])

/** Only for the column itself: a value picked by a JSON path is not of its domain. */
function representationOf(field: Field | null, { relation }: Scope): Representation | null {
  return field?.path.length === 0 ? (relation?.columns.get(field.name)?.representation ?? null) : null
}

/** A cast is put into SQL unquoted, so it must name an existing type. */
function resolveType(name: string, { cache }: LevelContext): string {
  const spelling = cache.types.get(name.toLowerCase().replace(/ +/g, ' '))
  if (spelling === undefined) throw databaseRefusal('42704', `type "${name}" does not exist`)
  return spelling
}

function resolveField(field: Field, relation: Relation | null): PlanField {
  const type = relation?.columns.get(field.name)?.baseType
  return { name: field.name, path: field.path, toJson: type !== 'json' && type !== 'jsonb' }
}

function planCondition(condition: Condition, scope: Scope): PlanCondition {
  if (condition.kind === 'group') {
    const { operator, negated } = condition
    return { kind: 'group', operator, negated, terms: condition.terms.map((term) => planCondition(term, scope)) }
  }
  const { field, negated, test } = condition
  if (field.path.length === 0 && test.kind === 'is' && (test.keyword === 'null' || test.keyword === 'not_null')) {
    for (const [item, embed] of scope.embeds) {
      if (embedKey(item) === field.name)
        return { kind: 'exists', embed, negated: (test.keyword === 'null') !== negated, joins: false }
    }
  }
  const planned = resolveField(field, scope.relation)
  const parse = representationOf(field, scope)?.fromText ?? null
  if (test.kind !== 'search') return { kind: 'comparison', field: planned, negated, test, parse }
  const column = scope.relation?.columns.get(field.name)
  const toVector = field.path.length > 0 || (column !== undefined && column.baseType !== 'tsvector')
  return { kind: 'comparison', field: planned, negated, test: { ...test, toVector }, parse: null }
}

function planOrder(term: OrderTerm, scope: Scope, targets: TargetNames): PlanOrder {
  const { direction, nulls, relation } = term
  if (relation === null) return { field: resolveField(term.field, scope.relation), embed: null, direction, nulls }
  const embeds = [...scope.embeds]
  // An alias takes precedence over the relation name of another embed.
  const found =
    embeds.find(([item]) => embedKey(item) === relation) ?? embeds.find(([item]) => targets.means(item, relation))
  if (found) {
    const [item, embed] = found
    if (!embed.toOne) {
      throw new RestError('PGRST118', `A related order on '${relation}' is not possible`, {
        details: `'${scope.relation?.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
      })
    }
    const field = aliasedField(item, term.field, embed.relationship.target)
    return { field: resolveField(field, embed.relationship.target), embed, direction, nulls }
  }
  throw notEmbedded(relation)
}

/** The column behind an alias of the embed, unless a column has that name. */
function aliasedField({ items }: EmbedItem, field: Field, { columns }: Relation): Field {
  if (columns.has(field.name)) return field
  for (const item of items) {
    if (item.kind === 'field' && item.alias === field.name && item.field && !item.aggregate) return item.field
  }
  return field
}
