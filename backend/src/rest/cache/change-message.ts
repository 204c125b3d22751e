import { TestDecodingPlugin } from 'pg-logical-replication'

/** A message of the output plugin `test_decoding`, reduced to what the cache needs. */
export type ChangeMessage =
  | { readonly kind: 'begin' | 'commit'; readonly transaction: number }
  /** Rows of these tables changed; names as `format('%I.%I')` writes them. */
  | { readonly kind: 'rows'; readonly tables: readonly string[] }
  /** A definition changed in the transaction with this 64-bit id. */
  | { readonly kind: 'definition'; readonly transaction: bigint }
  | { readonly kind: 'other' }

const OTHER: ChangeMessage = { kind: 'other' }
/** Fits the longest two names, quoted and with every character a quote; the values that follow are not read. */
const HEAD_BYTES = 1024

/**
 * Decodes every database change without a publication: one of all tables would forbid UPDATE on those without a primary key and would have
 * to be kept up to date.
 */
export class ChangeDecoder extends TestDecodingPlugin {
  constructor() {
    super({ includeXids: true, skipEmptyXacts: true })
  }

  override parse(buffer: Buffer): ChangeMessage {
    // TRUNCATE lists any number of tables; every other message starts with its one table.
    const whole = buffer.length <= HEAD_BYTES || buffer.indexOf(': TRUNCATE: ') >= 0
    return readChangeMessage(buffer.toString('utf8', 0, whole ? buffer.length : HEAD_BYTES))
  }
}

export function readChangeMessage(text: string): ChangeMessage {
  if (text.startsWith('table ')) return { kind: 'rows', tables: readTables(text) }
  const edge = /^(BEGIN|COMMIT) (\d+)/.exec(text)
  if (edge) return { kind: edge[1] === 'BEGIN' ? 'begin' : 'commit', transaction: Number(edge[2]) }
  const definition = /^message: .*prefix: rest\.definition, sz: \d+ content:(\d+)/.exec(text)
  return definition ? { kind: 'definition', transaction: BigInt(definition[1] ?? 0) } : OTHER
}

const NAME = `(?:"(?:[^"]|"")*"|[^".,: ]+)`
const QUALIFIED = new RegExp(String.raw`(${NAME}\.${NAME})(, |: )`, 'y')

/** `table a.b, a."c d": TRUNCATE: ...` */
function readTables(text: string): string[] {
  const tables: string[] = []
  QUALIFIED.lastIndex = 'table '.length
  for (let match = QUALIFIED.exec(text); match; match = QUALIFIED.exec(text)) {
    tables.push(match[1] ?? '')
    if (match[2] === ': ') break
  }
  return tables
}
