import type { JsonObject } from './types.ts'

export function reference(name: string): JsonObject {
  return { $ref: `#/parameters/${name}` }
}

const prefer = (values: readonly string[]): JsonObject => ({
  name: 'Prefer',
  description: 'Preference',
  required: false,
  enum: values,
  in: 'header',
  type: 'string',
})

const inQuery = (name: string, description: string): JsonObject => ({
  name,
  description,
  required: false,
  in: 'query',
  type: 'string',
})

const RETURN = ['return=representation', 'return=minimal', 'return=none']
const PAGING = 'Limiting and Pagination'

/** The parameters shared by all relations. */
export const PARAMETERS: JsonObject = {
  preferParams: prefer(['params=single-object']),
  preferReturn: prefer(RETURN),
  preferCount: prefer(['count=none']),
  preferPost: prefer([...RETURN, 'resolution=ignore-duplicates', 'resolution=merge-duplicates']),
  select: inQuery('select', 'Filtering Columns'),
  on_conflict: inQuery('on_conflict', 'On Conflict'),
  order: inQuery('order', 'Ordering'),
  range: { name: 'Range', description: PAGING, required: false, in: 'header', type: 'string' },
  rangeUnit: {
    name: 'Range-Unit',
    description: PAGING,
    required: false,
    default: 'items',
    in: 'header',
    type: 'string',
  },
  offset: inQuery('offset', PAGING),
  limit: inQuery('limit', PAGING),
}
