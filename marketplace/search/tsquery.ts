/** A query clause in OpenSearch's JSON. */
export type Clause = Readonly<Record<string, unknown>>

/** A lexeme, or else an operator. */
type Token = { readonly kind: string; readonly lexeme?: string; readonly isPrefix?: boolean }

/** PostgreSQL prints lexemes in quotes, which it doubles within. */
const TOKENS = /'((?:[^']|'')+)'(?::(\*?)[A-D]*)?|(<->|[&|!()])/g

/** The clause of a tsquery as PostgreSQL prints it, over the field of all lexemes. @throws {TypeError} for what search never writes */
export function clauseOf(query: string): Clause {
  const tokens: Token[] = [...query.matchAll(TOKENS)].map(([, lexeme, prefix, operator]) =>
    lexeme === undefined
      ? { kind: operator ?? '' }
      : { kind: 'lexeme', lexeme: lexeme.replaceAll("''", "'"), isPrefix: prefix === '*' },
  )
  let at = 0
  const joined = (operator: string, next: () => Clause, join: (clauses: Clause[]) => Clause): Clause => {
    const clauses = [next()]
    while (tokens[at]?.kind === operator) {
      at += 1
      clauses.push(next())
    }
    return clauses.length === 1 ? (clauses[0] ?? {}) : join(clauses)
  }
  const any = (): Clause => joined('|', all, anyOf)
  const all = (): Clause => joined('&', beside, (filter) => ({ bool: { filter } }))
  const beside = (): Clause => joined('<->', single, phrase)
  const single = (): Clause => {
    const token = tokens[at++]
    if (token?.kind === '!') return { bool: { must_not: [single()] } }
    if (token?.kind === '(') {
      const inner = any()
      if (tokens[at++]?.kind !== ')') throw new TypeError(`unbalanced query: ${query}`)
      return inner
    }
    if (token?.lexeme === undefined) throw new TypeError(`unreadable query: ${query}`)
    return token.isPrefix ? { prefix: { said: token.lexeme } } : { term: { said: token.lexeme } }
  }
  const clause = any()
  if (at !== tokens.length) throw new TypeError(`unreadable query: ${query}`)
  return clause
}

/** The lexemes of a query that stand alone; a terms clause is one lookup for all of them. */
function anyOf(clauses: readonly Clause[]): Clause {
  const terms = clauses.flatMap((clause) => ('term' in clause ? [(clause.term as { said: string }).said] : []))
  const others = clauses.filter((clause) => !('term' in clause))
  const should = terms.length > 0 ? [...others, { terms: { said: [...new Set(terms)] } }] : others
  return should.length === 1 ? (should[0] ?? {}) : { bool: { should, minimum_should_match: 1 } }
}

function phrase(clauses: readonly Clause[]): Clause {
  const words = clauses.map((clause) => (clause.term as { said: string }).said) // a phrase joins plain lexemes
  return { match_phrase: { said: words.join(' ') } }
}

/** Lexemes that a query names, without marks. */
export function lexemesOf(query: string): string[] {
  return [...query.matchAll(TOKENS)].flatMap(([, lexeme, prefix]) =>
    lexeme === undefined || prefix === '*' ? [] : [lexeme.replaceAll("''", "'")],
  )
}

/** A lexeme of a tsvector and where it stands: positions with weights; none for marks. */
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
