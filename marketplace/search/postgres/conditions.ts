import type { Column, Condition, Conditions } from '../conditions.ts'
import { tsqueryOf } from '../query.ts'
import type { Statement } from './statement.ts'

const KM_PER_DEGREE = 111.195
const COLUMNS: Readonly<Record<Column, readonly [name: string, type: string]>> = {
  id: ['listing_id', 'uuid'],
  seller_id: ['seller_id', 'uuid'],
  type: ['type', 'text'],
  condition: ['condition', 'text'],
  delivery: ['delivery', 'text'],
  seller_type: ['seller_type', 'text'],
  category: ['category', 'text'],
}

/** SQL conditions on a row named `entry`. */
export function sqlOf(conditions: Conditions, statement: Statement): string {
  const hasWords = Object.values(conditions).some(({ is }) => is === 'words')
  return Object.values(conditions)
    .map((condition) => one(condition, statement, hasWords))
    .join(' and ')
}

function one(condition: Condition, statement: Statement, hasWords: boolean): string {
  switch (condition.is) {
    case 'open':
      return 'entry.expires_at > now()'
    case 'words':
      return `entry.document @@ ${statement.bind(tsqueryOf(condition.query), 'tsquery')}`
    case 'one of':
      return oneOf(condition, statement, hasWords)
    case 'since':
      return `entry.published_at >= ${statement.bind(condition.time, 'timestamptz')}`
    case 'with photo':
      return 'entry.has_photo'
    case 'price':
      return `entry.price_minor between ${statement.bind(condition.min, 'bigint')} and ${statement.bind(condition.max, 'bigint')}`
    case 'category':
      return inCategory(condition.category, statement)
    case 'radius':
      return condition.not ? `not (${within(condition, statement)})` : within(condition, statement)
    case 'box':
      return inBox(condition.box, statement)
    case 'attribute':
      return hasAttribute(condition.plan, statement)
    case 'age':
      return `coalesce((entry.facts ->> 'age_from')::numeric <= ${statement.bind(condition.years, 'numeric')}, true)`
  }
}

function oneOf(
  { column, values, not }: Extract<Condition, { is: 'one of' }>,
  statement: Statement,
  hasWords: boolean,
): string {
  const [name, type] = COLUMNS[column]
  // Together with words, marks are looked up in the same index.
  if (hasWords && (column === 'condition' || column === 'delivery')) {
    const marks = { any: values.map((value) => ({ word: `${column[0]}:${value}` })) }
    return `entry.document @@ ${statement.bind(tsqueryOf(marks), 'tsquery')}`
  }
  // Both pick-up and shipping include "both".
  const choices = column === 'delivery' ? [...values, 'both'] : values
  return `entry.${name} ${not ? '<> all' : '= any'} (${statement.list(choices, type)})`
}

function inCategory(category: Extract<Condition, { is: 'category' }>['category'], statement: Statement): string {
  if (!category) return 'false'
  if (category.leaf) return `entry.category = ${statement.bind(category.slug, 'text')}`
  const root = `entry.root = ${statement.bind(category.root, 'text')}`
  if (category.level === 1) return root
  return `${root} and entry.ord between ${statement.bind(category.from, 'integer')} and ${statement.bind(category.to, 'integer')}`
}

/** Kilometres from a place, in SQL. */
export function distanceOf(place: { lat: number; lng: number } | null, statement: Statement): string {
  if (!place) return 'null::float8'
  return `case when entry.lat is not null then private.distance_km(${statement.bind(place.lat, 'float8')}, ${statement.bind(place.lng, 'float8')}, entry.lat, entry.lng) end`
}

function within({ lat, lng, km }: Extract<Condition, { is: 'radius' }>, statement: Statement): string {
  const reach = Math.min(180, km / Math.max(0.01, KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180)))
  const high = km / KM_PER_DEGREE
  const between = (column: string, low: number, up: number) =>
    `entry.${column} between ${statement.bind(low, 'float8')} and ${statement.bind(up, 'float8')}`
  return [
    between('lat', lat - high, lat + high),
    // At the date line the box has two parts; the distance decides there.
    ...(lng - reach > -180 && lng + reach < 180 ? [between('lng', lng - reach, lng + reach)] : []),
    `${distanceOf({ lat, lng }, statement)} <= ${statement.bind(km, 'float8')}`,
  ].join(' and ')
}

function inBox([west, south, east, north]: Extract<Condition, { is: 'box' }>['box'], statement: Statement): string {
  const side = (value: number) => statement.bind(value, 'float8')
  const lng =
    west <= east
      ? `entry.lng between ${side(west)} and ${side(east)}`
      : `(entry.lng >= ${side(west)} or entry.lng <= ${side(east)})`
  return `entry.lat between ${side(south)} and ${side(north)} and ${lng}`
}

function hasAttribute(
  { key, min, max, numbers, marks }: Extract<Condition, { is: 'attribute' }>['plan'],
  statement: Statement,
): string {
  if (marks)
    return `entry.document @@ ${statement.bind(tsqueryOf({ any: marks.map((word) => ({ word })) }), 'tsquery')}`
  const value = `(entry.facts ->> ${statement.bind(key, 'text')})::numeric`
  if (numbers) return `${value} = any (${statement.list(numbers.map(String), 'numeric')})`
  return `${value} between ${statement.bind(min ?? -1e13, 'numeric')} and ${statement.bind(max ?? 1e13, 'numeric')}`
}
