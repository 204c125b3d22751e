import type { Definition, Definitions } from './definitions.ts'

/** How long an answer may be cached: `normal`, `short` if it changes with time, or `never`. */
type Keeping = 'normal' | 'short' | 'never'

/** What an answer depends on. */
export interface Dependencies {
  /** Named as in the change stream. */
  readonly tables: ReadonlySet<string>
  /** Dynamic SQL is involved: any change may matter. */
  readonly anything: boolean
  readonly keeping: Keeping
}

const WORD = /[\p{L}_][\p{L}\p{N}_$]*/gu
/** The clock, and the catalogs, whose changes aren't in the log. */
const PASSING =
  /\b(now|current_(date|time|timestamp)|local(time|timestamp)|statement_timestamp|transaction_timestamp|clock_timestamp|timeofday|age|information_schema|pg_(?!catalog\b|trgm\b|temp\b)\w+)\b/i
/** Anything that differs between requests of the same caller. */
const PERSONAL =
  /\brequest\.(headers|cookies|path|method)\b|\b(random|random_normal|gen_random_\w+|uuidv[47]|nextval|currval|lastval|txid_\w+|inet_client_addr|inet_client_port)\b/i
const DYNAMIC =
  /\b(execute|query_to_xml\w*|table_to_xml\w*|schema_to_xml\w*|database_to_xml\w*|cursor_to_xml\w*|dblink\w*)\b/i

/**
 * Finds what a statement may read by following names: a relation or function counts if its name appears anywhere in the statement, in a
 * definition that counts, or in a policy of a table that counts. This finds too much rather than too little: only dynamic SQL can hide a
 * name, and then everything counts.
 */
export class DependencyFinder {
  readonly #definitions: Definitions
  readonly #byWord = new Map<string, Definition[]>()
  /** Names that are not one word, matched literally. */
  readonly #odd: Definition[] = []
  readonly #byTable = new Map<string, Definition>()

  constructor(definitions: Definitions) {
    this.#definitions = definitions
    for (const definition of definitions.list) {
      if (definition.changedAs !== null) this.#byTable.set(definition.changedAs, definition)
      if (definition.name.match(WORD)?.[0] !== definition.name) {
        this.#odd.push(definition)
        continue
      }
      const word = definition.name.toLowerCase()
      const known = this.#byWord.get(word)
      if (known) known.push(definition)
      else this.#byWord.set(word, [definition])
    }
  }

  knows(table: string): boolean {
    return this.#byTable.has(table)
  }

  /** What `statement` may read when it runs for an anonymous caller. */
  find(statement: string): Dependencies {
    const tables = new Set<string>()
    const seen = new Set<Definition>()
    const texts = [statement, this.#definitions.unnamed]
    let anything = false
    let keeping: Keeping = this.#definitions.isWatched ? 'normal' : 'short'
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
      if (PERSONAL.test(text)) keeping = 'never'
      else if (PASSING.test(text) && keeping === 'normal') keeping = 'short'
      if (DYNAMIC.test(text)) anything = true
      for (const named of this.#named(text)) {
        for (const definition of [named, ...this.#partsOf(named)]) {
          if (seen.has(definition)) continue
          seen.add(definition)
          texts.push(definition.text)
          if (definition.changedAs !== null) tables.add(definition.changedAs)
          if (!definition.isLogged) keeping = 'never'
        }
      }
    }
    return { tables, anything, keeping: anything && keeping === 'normal' ? 'short' : keeping }
  }

  #partsOf({ parts }: Definition): Definition[] {
    return parts.map((part) => this.#byTable.get(part)).filter((part) => part !== undefined)
  }

  *#named(text: string): Iterable<Definition> {
    for (const word of new Set(text.toLowerCase().match(WORD))) yield* this.#byWord.get(word) ?? []
    for (const definition of this.#odd) {
      if (text.includes(definition.name.replaceAll('"', '""'))) yield definition
    }
  }
}
