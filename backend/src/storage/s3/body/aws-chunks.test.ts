import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { S3Error } from '../errors.ts'
import { Signer } from '../signing/signer.ts'
import { type ChunkSigning, decodeChunks } from './aws-chunks.ts'

// Examples from "Signature Calculations for the Authorization Header: Transferring Payload in Multiple Chunks", and with trailing headers,
// in the Amazon S3 reference: 65 KiB of the letter a.
const SCOPE = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  region: 'us-east-1',
  date: new Date('2013-05-24T00:00:00Z'),
}
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const SIGNED = {
  seed: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
  chunks: [
    'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
    '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
    'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
  ],
}
const TRAILED = {
  seed: '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
  chunks: [
    'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2',
    '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
    '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
  ],
  trailer: 'd81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435',
}
const CONTENT = Buffer.alloc(65 * 1024, 'a')

function encode(signatures: readonly string[], trailer = ''): Buffer {
  const [first, second, last] = signatures
  return Buffer.concat([
    Buffer.from(`10000;chunk-signature=${first}\r\n`),
    CONTENT.subarray(0, 65_536),
    Buffer.from(`\r\n400;chunk-signature=${second}\r\n`),
    CONTENT.subarray(65_536),
    Buffer.from(`\r\n0;chunk-signature=${last}\r\n${trailer}\r\n`),
  ])
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const signing = (seed: string, secret = SECRET): ChunkSigning => ({ signer: new Signer(SCOPE, secret), seed })

async function decode(source: AsyncIterable<Buffer>, by: ChunkSigning | null, hasTrailer = false) {
  const trailers = new Map<string, string>()
  const parts: Buffer[] = []
  for await (const bytes of decodeChunks(source, by, hasTrailer, trailers)) parts.push(Buffer.from(bytes))
  return { content: Buffer.concat(parts), trailers: Object.fromEntries(trailers) }
}

const refusal = (decoding: Promise<unknown>) =>
  decoding.then(
    () => 'none',
    (error: unknown) => (error instanceof S3Error ? error.code : String(error)),
  )

test.each([3, 1000, 70_000])('decodes the signed example, %i bytes at a time', async (size) => {
  const { content } = await decode(inPieces(encode(SIGNED.chunks), size), signing(SIGNED.seed))
  expect(content.equals(CONTENT)).toBe(true)
})

test('decodes the example with a signed trailer, with any line spacing', async () => {
  const trailer = `x-amz-checksum-crc32c:sOO8/Q==\r\nx-amz-trailer-signature:${TRAILED.trailer}\r\n`
  for (const text of [trailer, `\r\n${trailer}`, trailer.replace('==\r\n', '==\n\r\n')]) {
    const { content, trailers } = await decode(inPieces(encode(TRAILED.chunks, text), 500), signing(TRAILED.seed), true)
    expect(content.equals(CONTENT)).toBe(true)
    expect(trailers['x-amz-checksum-crc32c']).toBe('sOO8/Q==')
  }
})

test('detects any changed byte', async () => {
  const bytes = encode(SIGNED.chunks)
  // In the first chunk's bytes, in its signature, in the second chunk's bytes, in the last signature.
  for (const at of [5000, 40, 65_536 + 200, bytes.length - 10]) {
    const changed = Buffer.from(bytes)
    changed[at] = changed[at] === 0x62 ? 0x63 : 0x62
    expect(await refusal(decode(inPieces(changed, 5000), signing(SIGNED.seed)))).toBe('SignatureDoesNotMatch')
  }
})

test('refuses chunks that are reordered, missing, of another request or of another signer', async () => {
  const [first = '', second = '', last = ''] = SIGNED.chunks
  expect(await refusal(decode(inPieces(encode([second, first, last]), 500), signing(SIGNED.seed)))).toBe(
    'SignatureDoesNotMatch',
  )
  const withoutSecond = Buffer.concat([
    Buffer.from(`10000;chunk-signature=${first}\r\n`),
    CONTENT.subarray(0, 65_536),
    Buffer.from(`\r\n0;chunk-signature=${last}\r\n\r\n`),
  ])
  expect(await refusal(decode(inPieces(withoutSecond, 500), signing(SIGNED.seed)))).toBe('SignatureDoesNotMatch')
  expect(await refusal(decode(inPieces(encode(SIGNED.chunks), 500), signing(TRAILED.seed)))).toBe(
    'SignatureDoesNotMatch',
  )
  const stranger = signing(SIGNED.seed, 'another secret')
  expect(await refusal(decode(inPieces(encode(SIGNED.chunks), 500), stranger))).toBe('SignatureDoesNotMatch')
})

test('refuses a trailer that was changed or not announced', async () => {
  const changed = `x-amz-checksum-crc32c:sOO8/A==\r\nx-amz-trailer-signature:${TRAILED.trailer}\r\n`
  const by = signing(TRAILED.seed)
  expect(await refusal(decode(inPieces(encode(TRAILED.chunks, changed), 500), by, true))).toBe('SignatureDoesNotMatch')
  const unsigned = 'x-amz-checksum-crc32c:sOO8/Q==\r\n'
  expect(await refusal(decode(inPieces(encode(TRAILED.chunks, unsigned), 500), by, true))).toBe('SignatureDoesNotMatch')
  expect(await refusal(decode(inPieces(encode(SIGNED.chunks, unsigned), 500), signing(SIGNED.seed)))).toBe(
    'InvalidRequest',
  )
})

test.each([
  ['', 'IncompleteBody'],
  ['5\r\nab', 'IncompleteBody'],
  ['2\r\nabc\r\n0\r\n\r\n', 'IncompleteBody'],
  ['2\r\nab\r\n', 'IncompleteBody'],
  ['zz\r\nab\r\n0\r\n\r\n', 'InvalidRequest'],
  ['-2\r\nab\r\n0\r\n\r\n', 'InvalidRequest'],
  ['ffffffffffffff\r\nab', 'InvalidRequest'],
  [`${'1'.repeat(5000)}`, 'InvalidRequest'],
])('refuses %j as a chunked body', async (text, code) => {
  expect(await refusal(decode(inPieces(Buffer.from(text), 3), null, true))).toBe(code)
})

test('unsigned chunks of any size are decoded in constant memory', async () => {
  const size = 8 * 1024 * 1024
  const piece = Buffer.alloc(64 * 1024, 'x')
  async function* source() {
    yield Buffer.from(`${size.toString(16)}\r\n`)
    for (let sent = 0; sent < size; sent += piece.length) yield piece
    yield Buffer.from('\r\n0\r\n\r\n')
  }
  const hash = createHash('md5')
  let largest = 0
  for await (const bytes of decodeChunks(source(), null, true, new Map())) {
    hash.update(bytes)
    largest = Math.max(largest, bytes.length)
  }
  expect(largest).toBeLessThanOrEqual(piece.length)
  expect(hash.digest('hex')).toBe(createHash('md5').update(Buffer.alloc(size, 'x')).digest('hex'))
})

test('stopping early releases the source', async () => {
  let isReleased = false
  async function* source() {
    try {
      for (;;) yield Buffer.from('100000\r\nabc')
    } finally {
      isReleased = true
    }
  }
  for await (const _ of decodeChunks(source(), null, true, new Map())) break
  expect(isReleased).toBe(true)
})
