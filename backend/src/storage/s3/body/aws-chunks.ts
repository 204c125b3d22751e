import { createHash } from 'node:crypto'
import { S3Error } from '../errors.ts'
import { isSameSignature, type Signer } from '../signing/signer.ts'

/** How the chunks of a body are signed; null when only its head is signed. */
export interface ChunkSigning {
  readonly signer: Signer
  /** The head's signature, which the first chunk's signature chains to. */
  readonly seed: string
}

/** A chunk's line is a number and a signature; a trailer's is a name and a checksum. */
const MAX_LINE_BYTES = 1024
const MAX_TRAILERS = 10
const LINE_FEED = 0x0a

/**
 * Decodes a body in `aws-chunked` encoding: `<hex length>[;chunk-signature=<signature>]`, the bytes, and so on until an empty chunk, then
 * trailers. Bytes are yielded before their chunk's signature is verified, so that chunks need no memory: do not act on them before the end.
 * @param trailers filled at the end
 * @throws {S3Error} SignatureDoesNotMatch, IncompleteBody, InvalidRequest
 */
export async function* decodeChunks(
  source: AsyncIterable<Buffer>,
  signing: ChunkSigning | null,
  isTrailerExpected: boolean,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  const input = new ByteReader(source)
  try {
    let previous = signing?.seed ?? ''
    for (;;) {
      const { length, signature } = readChunkLine(await input.line())
      const hash = createHash('sha256')
      for await (const bytes of input.bytes(length)) {
        if (signing) hash.update(bytes)
        yield bytes
      }
      if (signing) {
        const expected = await signing.signer.chunkSignature(previous, hash.digest('hex'))
        requireSignature(expected, signature)
        previous = expected
      }
      if (length === 0) break
      if ((await input.line()) !== '') throw new S3Error('IncompleteBody')
    }
    await readTrailers(input, signing, isTrailerExpected, previous, trailers)
  } finally {
    await input.close()
  }
}

function readChunkLine(line: string | null): { length: number; signature: string | null } {
  if (line === null) throw new S3Error('IncompleteBody')
  const [, length, signature = null] = /^([0-9a-fA-F]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line) ?? []
  if (length === undefined) throw new S3Error('InvalidRequest', 'The chunks of the body cannot be parsed')
  return { length: Number.parseInt(length, 16), signature }
}

function requireSignature(expected: string, given: string | null): void {
  if (given === null || !isSameSignature(expected, given)) throw new S3Error('SignatureDoesNotMatch')
}

const TRAILER_SIGNATURE = 'x-amz-trailer-signature'

/** Some senders put an empty line before or between; the signed text has none. */
async function readTrailers(
  input: ByteReader,
  signing: ChunkSigning | null,
  isExpected: boolean,
  previous: string,
  trailers: Map<string, string>,
): Promise<void> {
  let signed = ''
  for (let line = await input.line(); line !== null; line = await input.line()) {
    const [, name, value] = /^([\w-]{1,100}): *(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      if (line === '') continue
      throw new S3Error('InvalidRequest', 'The trailers of the body cannot be parsed')
    }
    if (trailers.size >= MAX_TRAILERS || !isExpected) throw new S3Error('InvalidRequest', 'Unexpected trailers')
    trailers.set(name.toLowerCase(), value.trim())
    if (name.toLowerCase() !== TRAILER_SIGNATURE) signed += `${name.toLowerCase()}:${value.trim()}\n`
  }
  if (signing && isExpected) {
    const expected = await signing.signer.trailerSignature(previous, signed)
    requireSignature(expected, trailers.get(TRAILER_SIGNATURE) ?? null)
  }
}

/** Reads lines and byte counts from a stream of buffers. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  #isOver = false

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Returns the line without its end; null at the end of the stream. */
  async line(): Promise<string | null> {
    let end = this.#rest.indexOf(LINE_FEED)
    while (end < 0) {
      if (this.#rest.length > MAX_LINE_BYTES)
        throw new S3Error('InvalidRequest', 'The chunks of the body cannot be parsed')
      if (!(await this.#more())) {
        if (this.#rest.length === 0) return null
        throw new S3Error('IncompleteBody')
      }
      end = this.#rest.indexOf(LINE_FEED)
    }
    const line = this.#rest.subarray(0, end).toString('latin1')
    this.#rest = this.#rest.subarray(end + 1)
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }

  async *bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) throw new S3Error('IncompleteBody')
      const bytes = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(bytes.length)
      left -= bytes.length
      yield bytes
    }
  }

  /** Releases the source, which may be read further elsewhere. */
  async close(): Promise<void> {
    if (!this.#isOver) await this.#source.return?.()
  }

  async #more(): Promise<boolean> {
    const next = this.#isOver ? null : await this.#source.next()
    if (next === null || next.done) {
      this.#isOver = true
      return false
    }
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value])
    return true
  }
}
