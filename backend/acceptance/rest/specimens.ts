import fc from 'fast-check'

/** A row of the table that the property tests filter, in its JSON form. */
export interface Specimen {
  readonly id: number
  readonly count: number | null
  /** In thousandths: decimals are compared as integers. */
  readonly weightMilli: number | null
  readonly label: string | null
  readonly alive: boolean | null
  /** Milliseconds since 1970. */
  readonly foundAt: number | null
  readonly tags: readonly string[] | null
  readonly doc: unknown
  readonly span: Span | null
}

/** An integer range without its upper end; null means unbounded. */
export type Span = 'empty' | { readonly from: number | null; readonly to: number | null }

export const label = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'A',
    'b',
    'null',
    'a,b',
    'a)',
    '(a',
    '"a"',
    "it's",
    'a\\b',
    '%',
    'a*b',
    'a_b',
    '{a}',
    'é',
    'É',
    '🦉',
    ' a ',
    '1',
    "'; drop table public.library_specimens; --",
    '$1',
    'a\nb',
    'true',
  ),
  fc.string({ unit: fc.constantFrom('a', 'b', 'A', '"', ',', '\\', '%', ' '), maxLength: 4 }),
)
export const tags: fc.Arbitrary<string[]> = fc.array(
  fc.constantFrom('a', 'b', 'c', 'a,b', 'x y', '{', '"', '\\', '', 'NULL'),
  {
    maxLength: 3,
  },
)
export const count = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(2_147_483_647, -2_147_483_648))
export const weightMilli = fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.constantFrom(0, 1000, 1100, 1110))
export const foundAt = fc.integer({ min: 0, max: 5 }).map((days) => Date.UTC(2026, 2, 27 + days, 22, 30, 0, days))
export const span: fc.Arbitrary<Span> = fc.oneof(
  fc.constant('empty' as const),
  fc
    .tuple(fc.option(fc.integer({ min: -4, max: 4 })), fc.option(fc.integer({ min: 1, max: 5 })))
    .map(([from, length]) => ({ from, to: length === null ? null : (from ?? 0) + length })),
)
const scalar = fc.oneof(
  fc.constantFrom('a', 'b', '1', 'it"s', '', 'null'),
  fc.integer({ min: 0, max: 2 }),
  fc.boolean(),
  fc.constant(null),
)
const key = fc.constantFrom('a', 'b', 'x y', "q'", 'd"q')
export const doc = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(key, fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), fc.dictionary(key, scalar, { maxKeys: 2 })), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
)

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 5 })
const specimen = fc.record({
  count: maybe(count),
  weightMilli: maybe(weightMilli),
  label: maybe(label),
  alive: maybe(fc.boolean()),
  foundAt: maybe(foundAt),
  tags: maybe(tags),
  doc: maybe(doc),
  span: maybe(span),
})

/** The rows of the table, always the same. */
export const specimens: readonly Specimen[] = fc
  .sample(specimen, { numRuns: 60, seed: 20 })
  .map((row, index) => ({ ...row, id: index + 1 }))

/** A row as an insert's JSON: null, also in `doc`, becomes SQL's null. */
export function toJson(row: Specimen): Record<string, unknown> {
  const { id, count: counted, weightMilli: milli, label: text, alive, foundAt: at, tags: list, span: range } = row
  return {
    id,
    count: counted,
    weight: milli === null ? null : decimal(milli),
    label: text,
    alive,
    found_at: at === null ? null : new Date(at).toISOString(),
    tags: list,
    doc: row.doc,
    span: range === null ? null : spanText(range),
  }
}

export function decimal(milli: number): string {
  return (milli / 1000).toFixed(3)
}

export function spanText(range: Span): string {
  return range === 'empty' ? 'empty' : `[${range.from ?? ''},${range.to ?? ''})`
}

/** `{a,"b c"}`: every element quoted. */
export function arrayText(elements: readonly string[]): string {
  return `{${elements.map((element) => `"${element.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
