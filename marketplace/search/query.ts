/** A query over words and marks of an ad, for both engines. */
export type Query =
  | { readonly word: string }
  /** A word prefix. */
  | { readonly begin: string }
  /** A phrase. */
  | { readonly phrase: readonly string[] }
  | { readonly any: readonly Query[] }
  | { readonly all: readonly Query[] }
  | { readonly not: Query }

/** A clause in OpenSearch's JSON. */
export type Clause = Readonly<Record<string, unknown>>

export function anyWord(words: Iterable<string>): Query {
  return { any: [...new Set(words)].map((word) => ({ word })) }
}

export function anyOf(queries: readonly (Query | null)[]): Query {
  return { any: queries.flatMap((query) => (query === null ? [] : 'any' in query ? query.any : [query])) }
}

export function allOf(queries: readonly (Query | null)[]): Query {
  return { all: queries.flatMap((query) => (query === null ? [] : 'all' in query ? query.all : [query])) }
}

/** Matches nothing. */
export function isVoid(query: Query): boolean {
  if ('any' in query) return query.any.every(isVoid)
  if ('all' in query) return query.all.some(isVoid)
  return 'phrase' in query && query.phrase.length === 0
}

/** The same query with other lexemes. */
export function mapWords(query: Query, map: (word: string) => string): Query {
  if ('any' in query) return { any: query.any.map((one) => mapWords(one, map)) }
  if ('all' in query) return { all: query.all.map((one) => mapWords(one, map)) }
  if ('not' in query) return { not: mapWords(query.not, map) }
  if ('begin' in query) return { begin: map(query.begin) }
  return 'phrase' in query ? { phrase: query.phrase.map(map) } : { word: map(query.word) }
}

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** As a tsquery literal. @param weights  parts of the document where it must match, such as `A`; anywhere if empty */
export function tsqueryOf(query: Query, weights = ''): string {
  const joined = (list: readonly Query[], operator: string) =>
    `(${list.map((one) => tsqueryOf(one, weights)).join(operator)})`
  const of = weights === '' ? '' : `:${weights}`
  if ('any' in query) return query.any.length === 0 ? quoted('-') : joined(query.any, '|')
  if ('all' in query) return query.all.length === 0 ? quoted('-') : joined(query.all, '&')
  if ('not' in query) return `!${tsqueryOf(query.not, weights)}`
  if ('begin' in query) return `${quoted(query.begin)}:*${weights}`
  return 'phrase' in query ? `(${query.phrase.map((word) => quoted(word) + of).join('<->')})` : quoted(query.word) + of
}

/** For OpenSearch, over a field of lexemes. */
export function clauseOf(query: Query, field = 'said'): Clause {
  if ('any' in query) {
    const words = query.any.flatMap((one) => ('word' in one ? [one.word] : []))
    const others = query.any.filter((one) => !('word' in one)).map((one) => clauseOf(one, field))
    // One lookup for all of them.
    const should = words.length > 0 ? [...others, { terms: { [field]: words } }] : others
    return should.length === 1 && should[0] ? should[0] : { bool: { should, minimum_should_match: 1 } }
  }
  if ('all' in query) return { bool: { filter: query.all.map((one) => clauseOf(one, field)) } }
  if ('not' in query) return { bool: { must_not: [clauseOf(query.not, field)] } }
  if ('begin' in query) return { prefix: { [field]: query.begin } }
  return 'phrase' in query ? { match_phrase: { [field]: query.phrase.join(' ') } } : { term: { [field]: query.word } }
}

/** A lexeme of a tsvector: positions with weights; none for marks. */
export interface Place {
  readonly lexeme: string
  readonly places: readonly { readonly at: number; readonly weight: 'A' | 'B' | 'C' | 'D' }[]
}

/** Parses a tsvector as PostgreSQL prints it. */
export function readVector(vector: string): Place[] {
  return [...vector.matchAll(/'((?:[^']|'')+)'(?::([\d,A-D]+))?/g)].map(([, lexeme = '', positions]) => ({
    lexeme: lexeme.replaceAll("''", "'").replaceAll('\\\\', '\\'),
    places: (positions ?? '').split(',').flatMap((one) => {
      const [, at, weight = 'D'] = /^(\d+)([A-C])?$/.exec(one) ?? []
      return at === undefined ? [] : [{ at: Number(at), weight: weight as 'A' | 'B' | 'C' | 'D' }]
    }),
  }))
}

/** Whether a document matches a query; for phrases only checks that all words occur. */
export function meets(lexemes: ReadonlySet<string>, query: Query): boolean {
  if ('any' in query) return query.any.some((one) => meets(lexemes, one))
  if ('all' in query) return query.all.every((one) => meets(lexemes, one))
  if ('not' in query) return !meets(lexemes, query.not)
  if ('phrase' in query) return query.phrase.every((word) => lexemes.has(word))
  if ('word' in query) return lexemes.has(query.word)
  for (const lexeme of lexemes) if (lexeme.startsWith(query.begin)) return true
  return false
}
