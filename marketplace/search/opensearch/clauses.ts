import type { Condition, Conditions } from '../conditions.ts'
import { type Clause, clauseOf } from '../query.ts'

/** The clause of each filter. */
export function filterOf(condition: Condition, now: string): Clause {
  switch (condition.is) {
    case 'open':
      return { range: { expires: { gt: Date.parse(now) } } }
    case 'words':
      return clauseOf(condition.query)
    case 'one of':
      return oneOf(condition)
    case 'since':
      return { range: { published: { gte: Date.parse(condition.time) * 1000 } } }
    case 'with photo':
      return { term: { has_photo: true } }
    case 'price':
      return { range: { price: { gte: condition.min, lte: condition.max } } }
    case 'category':
      return condition.category ? { term: { path: condition.category.slug } } : { match_none: {} }
    case 'radius': {
      const { lat, lng, km } = condition
      const near = { geo_distance: { distance: `${km}km`, place: { lat, lon: lng } } }
      return condition.not ? { bool: { filter: [{ exists: { field: 'place' } }], must_not: [near] } } : near
    }
    case 'box': {
      const [west, south, east, north] = condition.box
      return {
        geo_bounding_box: { place: { top_left: { lat: north, lon: west }, bottom_right: { lat: south, lon: east } } },
      }
    }
    case 'attribute':
      return attributeClause(condition.plan)
    case 'age':
      return not({ range: { 'numbers.age_from': { gt: condition.years } } })
  }
}

export function filtersOf(conditions: Conditions, now: string): Clause[] {
  return Object.values(conditions).map((condition) => filterOf(condition, now))
}

export function not(clause: Clause): Clause {
  return { bool: { must_not: [clause] } }
}

function oneOf({ column, values, not: isNot }: Extract<Condition, { is: 'one of' }>): Clause {
  const terms = { terms: { [column]: column === 'delivery' ? [...values, 'both'] : values } }
  return isNot ? not(terms) : terms
}

function attributeClause({ key, min, max, numbers, marks }: Extract<Condition, { is: 'attribute' }>['plan']): Clause {
  if (marks) return { terms: { said: marks } }
  const field = `numbers.${key}`
  return numbers ? { terms: { [field]: numbers } } : { range: { [field]: { gte: min ?? null, lte: max ?? null } } }
}
