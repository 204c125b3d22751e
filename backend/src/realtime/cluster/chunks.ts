import { randomBytes } from 'node:crypto'

/** NOTIFY accepts payloads of less than 8000 bytes; this leaves room for the header line. */
const CHUNK_BYTES = 7_900

/** Splits texts into chunks that NOTIFY accepts. Each begins with a line: sender, text number, chunk index, chunk count. */
export class ChunkWriter {
  readonly sender = randomBytes(6).toString('base64url')
  #texts = 0

  write(text: string): string[] {
    this.#texts += 1
    const parts = cut(text)
    return parts.map((part, index) => `${this.sender} ${this.#texts} ${index} ${parts.length}\n${part}`)
  }
}

/** Reassembles chunks. Chunks of one text arrive in order; a text with a missing chunk is dropped. */
export class ChunkReader {
  readonly #ignored: string
  readonly #begun = new Map<string, { text: string; parts: string[] }>()

  /** @param ignored  sender whose texts are skipped: this process itself */
  constructor(ignored: string) {
    this.#ignored = ignored
  }

  /** @returns the complete text at its last chunk, null before */
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

/** Splits by bytes, never inside a character: the database would refuse an incomplete one. */
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

/** True for a UTF-8 continuation byte. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
