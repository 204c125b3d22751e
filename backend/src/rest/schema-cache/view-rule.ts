/** A table's column, by catalog numbers. */
export interface ColumnOrigin {
  /** The relation's oid. */
  readonly relation: string
  /** attnum */
  readonly column: number
}

/** Node text that this parser does not understand. */
export class ViewRuleError extends Error {
  override readonly name = 'ViewRuleError'
}

const QUERY_TARGETS = ':targetList'

/**
 * Parses a view's rewrite rule (`pg_rewrite.ev_action`, PostgreSQL node text) to find where its columns come from: maps output column
 * numbers to the table or view columns that they show unchanged. Expressions and columns of a UNION have no origin. Only the top-level
 * target list counts, so the text is parsed and never searched: a column may well be named `:resorigtbl`.
 * @throws {ViewRuleError}
 */
export function readViewRule(action: string): Map<number, ColumnOrigin> {
  const tokens = new NodeTokens(action)
  tokens.expect('(')
  tokens.expect('{') // A view's rule is one query.
  tokens.next()
  const origins = new Map<number, ColumnOrigin>()
  for (let key = tokens.next(); key !== '}'; key = tokens.next()) {
    if (key === QUERY_TARGETS) readTargets(tokens, origins)
    else tokens.skipValue()
  }
  return origins
}

function readTargets(tokens: NodeTokens, origins: Map<number, ColumnOrigin>): void {
  if (tokens.next() !== '(') return // `<>`: a view without columns
  while (tokens.next() === '{') {
    tokens.next() // TARGETENTRY
    const fields = new Map<string, string>()
    for (let key = tokens.next(); key !== '}'; key = tokens.next()) fields.set(key, tokens.skipValue())
    const relation = fields.get(':resorigtbl') ?? '0'
    const column = Number(fields.get(':resorigcol'))
    // System columns have negative numbers; no key contains one.
    if (relation !== '0' && column > 0 && fields.get(':resjunk') === 'false') {
      origins.set(Number(fields.get(':resno')), { relation, column })
    }
  }
}

/** Tokens of PostgreSQL node text (`pg_strtok`): braces, parentheses, and words in which a backslash escapes the next character. */
class NodeTokens {
  readonly #text: string
  #position = 0

  constructor(text: string) {
    this.#text = text
  }

  next(): string {
    const token = /\s*([(){}]|(?:\\[\s\S]|[^\s(){}\\])+)/y
    token.lastIndex = this.#position
    const match = token.exec(this.#text)
    if (!match?.[1]) throw new ViewRuleError('A view rule ended early')
    this.#position = token.lastIndex
    return match[1]
  }

  expect(expected: string): void {
    const token = this.next()
    if (token !== expected) throw new ViewRuleError(`A view rule has "${token}" where "${expected}" should stand`)
  }

  /** Skips one value: a word, or a node or list with its contents. @returns its first token */
  skipValue(): string {
    const first = this.next()
    let depth = first === '{' || first === '(' ? 1 : 0
    while (depth > 0) {
      const token = this.next()
      if (token === '{' || token === '(') depth += 1
      else if (token === '}' || token === ')') depth -= 1
    }
    return first
  }
}
