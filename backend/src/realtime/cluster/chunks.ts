import { randomBytes } from 'node:crypto'

/** NOTIFY takes payloads of less than 8000 bytes; this leaves room for the first line. */
const CHUNK_BYTES = 7_900

/** Cuts texts into chunks that NOTIFY takes. Each begins with a line: who, which text, which chunk, of how many. */
export class ChunkWriter {
  readonly sender = randomBytes(6).toString('base64url')
  #texts = 0

  write(text: string): string[] {
    this.#texts += 1
    const parts = cut(text)
    return parts.map((part, index) => `${this.sender} ${this.#texts} ${index} ${parts.length}\n${part}`)
  }
}

/** Puts chunks together again. Chunks of one text come in order; a text of which one is missing is given up. */
export class ChunkReader {
  readonly #ignored: string
  readonly #begun = new Map<string, { text: string; parts: string[] }>()

  /** @param ignored  a sender whose texts are not wanted back: one's own */
  constructor(ignored: string) {
    this.#ignored = ignored
  }

  /** @returns the whole text with its last chunk, null before that */
  read(chunk: string): string | null {
    const end = chunk.indexOf('\n')
    const [sender = '', text = '', index, count] = chunk.slice(0, end).split(' ')
    if (sender === this.#ignored) return null
    const part = chunk.slice(end + 1)
    if (count === '1') return part
    if (index === '0') {
      this.#begun.set(sender, { text, parts: [part] })
      return null
    }
    const begun = this.#begun.get(sender)
    if (!begun || begun.text !== text || begun.parts.length !== Number(index)) {
      this.#begun.delete(sender)
      return null
    }
    begun.parts.push(part)
    if (begun.parts.length < Number(count)) return null
    this.#begun.delete(sender)
    return begun.parts.join('')
  }
}

/** Counts bytes, and never cuts through a character: the database would refuse half of one. */
function cut(text: string): string[] {
  if (text.length * 3 <= CHUNK_BYTES) return [text]
  const bytes = Buffer.from(text)
  const parts: string[] = []
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(start + CHUNK_BYTES, bytes.length)
    while (end < bytes.length && isContinuation(bytes[end])) end -= 1
    parts.push(bytes.toString('utf8', start, end))
    start = end
  }
  return parts
}

/** A byte of UTF-8 that begins no character. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
