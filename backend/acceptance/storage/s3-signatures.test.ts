import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { describe, expect, test } from 'vitest'
import { Signer } from '../../src/storage/s3/signing/signer.ts'
import { operator, S3_KEY, target, visitor } from '../server.ts'
import { aBucket } from './rooms.ts'
import { bytesOf, refusalOf, s3Operator, s3Somebody, s3WithSession } from './s3-clients.ts'

const HOUR = 60 * 60 * 1000
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** A bucket with one object in it. */
async function aFullBucket() {
  const Bucket = await aBucket()
  await s3Operator().send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'plums' }))
  return { Bucket, Key: 'a' }
}

describe('the signer of a request', () => {
  test('is authenticated by the exact key only', async () => {
    const place = await aFullBucket()
    const get = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
      s3Operator({ credentials }).send(new GetObjectCommand(place))
    expect((await bytesOf(await get(S3_KEY))).toString()).toBe('plums')
    expect(await refusalOf(get({ ...S3_KEY, secretAccessKey: `${S3_KEY.secretAccessKey}x` }))).toEqual({
      code: 'SignatureDoesNotMatch',
      status: 403,
    })
    expect(await refusalOf(get({ ...S3_KEY, accessKeyId: 'somebody-else' }))).toEqual({
      code: 'InvalidAccessKeyId',
      status: 403,
    })
    const asKey = { accessKeyId: target().publishableKey, secretAccessKey: target().publishableKey }
    expect((await refusalOf(get(asKey))).code).toBe('InvalidAccessKeyId')
  })

  test('is the user of the session token, which must be one of ours', async () => {
    const [place, anna] = [await aFullBucket(), await s3Somebody()]
    const get = (token: string, options = {}) => s3WithSession(token, options).send(new GetObjectCommand(place))
    expect((await refusalOf(get(anna.token))).code).toBe('NoSuchKey')
    expect((await bytesOf(await get(target().serviceRoleKey))).toString()).toBe('plums')
    expect((await refusalOf(get(target().anonKey))).code).toBe('NoSuchKey')
    const [head, , signature] = anna.token.split('.')
    const claims = Buffer.from(JSON.stringify({ role: 'service_role', exp: 9_999_999_999 })).toString('base64url')
    expect((await refusalOf(get(`${head}.${claims}.${signature}`))).code).toBe('InvalidToken')
    const wrongSecret = { credentials: { accessKeyId: 'anybody', secretAccessKey: 'guess', sessionToken: anna.token } }
    expect((await refusalOf(get(anna.token, wrongSecret))).code).toBe('SignatureDoesNotMatch')
    // The configured key's secret is invalid together with a user's token.
    const mixed = { credentials: { ...S3_KEY, sessionToken: anna.token } }
    expect((await refusalOf(get(anna.token, mixed))).code).toBe('SignatureDoesNotMatch')
    await visitor().auth.signOut()
  })

  test('must have a roughly correct clock', async () => {
    const place = await aFullBucket()
    for (const systemClockOffset of [-HOUR, HOUR]) {
      const late = s3Operator({ systemClockOffset }).send(new HeadObjectCommand(place))
      expect((await refusalOf(late)).status).toBe(403)
      const get = s3Operator({ systemClockOffset }).send(new GetObjectCommand(place))
      expect((await refusalOf(get)).code).toBe('RequestTimeTooSkewed')
    }
    await s3Operator({ systemClockOffset: 5 * 60 * 1000 }).send(new HeadObjectCommand(place))
  })

  test('is unknown without a signature', async () => {
    const { Bucket } = await aFullBucket()
    const { url, publishableKey } = target()
    const tries = [{}, { authorization: `Bearer ${publishableKey}` }, { authorization: 'AWS4-HMAC-SHA256 nonsense' }]
    for (const headers of tries) {
      const answer = await fetch(`${url}/storage/v1/s3/${Bucket}/a`, {
        headers: { ...headers } as Record<string, string>,
      })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(await answer.text()).not.toContain('plums')
    }
  })
})

describe('a presigned URL', () => {
  test('reads and writes for anyone who has it', async () => {
    const { Bucket, Key } = await aFullBucket()
    const read = await getSignedUrl(s3Operator(), new GetObjectCommand({ Bucket, Key }), { expiresIn: 60 })
    expect(await (await fetch(read)).text()).toBe('plums')
    const write = await getSignedUrl(s3Operator(), new PutObjectCommand({ Bucket, Key: 'b' }), { expiresIn: 60 })
    expect((await fetch(write, { method: 'PUT', body: 'pears' })).status).toBe(200)
    const described = new PutObjectCommand({ Bucket, Key: 'c', Metadata: { room: 'kitchen' } })
    expect((await fetch(await getSignedUrl(s3Operator(), described), { method: 'PUT', body: 'figs' })).status).toBe(200)
    expect((await bytesOf(await s3Operator().send(new GetObjectCommand({ Bucket, Key: 'b' })))).toString()).toBe(
      'pears',
    )
    expect((await s3Operator().send(new HeadObjectCommand({ Bucket, Key: 'c' }))).Metadata).toEqual({ room: 'kitchen' })
  })

  test('by a session allows what its user may do', async () => {
    const [Bucket, anna] = [await aBucket(), await s3Somebody()]
    const urlFor = (Key: string) => getSignedUrl(anna.s3, new PutObjectCommand({ Bucket, Key }))
    expect((await fetch(await urlFor(`${anna.id}/a`), { method: 'PUT', body: 'mine' })).status).toBe(200)
    const refused = await fetch(await urlFor('shared/a'), { method: 'PUT', body: 'ours' })
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('<Code>AccessDenied</Code>')])
  })

  test('is valid for nothing else, and expires', async () => {
    const { Bucket, Key } = await aFullBucket()
    const url = await getSignedUrl(s3Operator(), new GetObjectCommand({ Bucket, Key }), { expiresIn: 60 })
    const refusal = async (changed: string, init: RequestInit = {}) => {
      const answer = await fetch(changed, init)
      return /<Code>(.*)<\/Code>/.exec(await answer.text())?.[1]
    }
    expect(await refusal(url.replace('/a?', '/b?'))).toBe('SignatureDoesNotMatch')
    expect(await refusal(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).toBe('SignatureDoesNotMatch')
    expect(await refusal(`${url}&response-content-type=text%2Fhtml`)).toBe('SignatureDoesNotMatch')
    expect(await refusal(url, { method: 'PUT', body: 'x' })).toBe('SignatureDoesNotMatch')
    expect(await refusal(url, { method: 'DELETE' })).toBe('SignatureDoesNotMatch')
    expect(await refusal(url, { headers: { 'x-amz-meta-room': 'attic' } })).toBe('AccessDenied')
    expect(await refusal(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=604801'))).toBe(
      'AuthorizationQueryParametersError',
    )

    const signingDate = new Date(Date.now() - HOUR)
    const old = await getSignedUrl(s3Operator(), new GetObjectCommand({ Bucket, Key }), {
      expiresIn: 3500,
      signingDate,
    })
    const answer = await fetch(old)
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('Request has expired')])
    const younger = { expiresIn: 3700, signingDate }
    expect((await fetch(await getSignedUrl(s3Operator(), new GetObjectCommand({ Bucket, Key }), younger))).status).toBe(
      200,
    )
  })

  test('never renders a page in our origin, even if its signer asks for it', async () => {
    const Bucket = await aBucket()
    const page = { Bucket, Key: 'page', Body: '<script>alert(1)</script>', ContentType: 'text/html' }
    await s3Operator().send(new PutObjectCommand(page))
    const wanted = { ResponseContentType: 'text/html', ResponseContentDisposition: 'inline' }
    const url = await getSignedUrl(s3Operator(), new GetObjectCommand({ Bucket, Key: 'page', ...wanted }))
    const { headers } = await fetch(url)
    expect(headers.get('content-type')).toBe('text/plain')
    expect(headers.get('content-disposition')).toBe('attachment')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    // A client that signs its own requests gets the stored headers.
    expect(await s3Operator().send(new GetObjectCommand({ Bucket, Key: 'page' }))).toMatchObject({
      ContentType: 'text/html',
    })
  })
})

/** A PUT whose head is signed with the library, and whose body may differ from the signed one. */
async function put(
  place: { Bucket: string; Key: string },
  body: Buffer,
  payloadHash: string,
  more: Record<string, string> = {},
  encode: (signer: Signer, seed: string) => Promise<Buffer> = async () => body,
) {
  const { hostname, port, host } = new URL(target().url)
  const date = new Date(Math.floor(Date.now() / 1000) * 1000)
  const longDate = date.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const path = `/storage/v1/s3/${place.Bucket}/${place.Key}`
  const signer = new Signer({ accessKeyId: S3_KEY.accessKeyId, region: 'us-east-1', date }, S3_KEY.secretAccessKey)
  const headers: Record<string, string> = {
    host,
    'x-amz-date': longDate,
    'x-amz-content-sha256': payloadHash,
    ...more,
  }
  const signature = await signer.requestSignature({ method: 'PUT', path, query: {}, headers, payloadHash })
  const scope = `${S3_KEY.accessKeyId}/${longDate.slice(0, 8)}/us-east-1/s3/aws4_request`
  const names = Object.keys(headers).sort().join(';')
  const sent = await encode(signer, signature)
  headers.authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=${names}, Signature=${signature}`
  headers['content-length'] = String(sent.length)
  return new Promise<{ status: number | undefined; code: string | undefined }>((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method: 'PUT', headers }, async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString()
      resolve({ status: answer.statusCode, code: /<Code>(.*)<\/Code>/.exec(text)?.[1] })
    })
    outgoing.on('error', reject).end(sent)
  })
}

describe('a signed body', () => {
  const content = Buffer.alloc(100_000, 'plum ')

  async function stored(place: { Bucket: string; Key: string }): Promise<string | null> {
    const { data } = await operator().storage.from(place.Bucket).download(place.Key)
    return data && sha256(Buffer.from(await data.arrayBuffer()))
  }

  test('is the one that was signed, or unsigned on purpose', async () => {
    const place = { Bucket: await aBucket(), Key: 'a' }
    expect(await put(place, content, sha256(content))).toEqual({ status: 200, code: undefined })
    expect(await stored(place)).toBe(sha256(content))
    const tampered = Buffer.from(content)
    tampered[50_000] = 0
    expect(await put({ ...place, Key: 'b' }, tampered, sha256(content))).toEqual({
      status: 400,
      code: 'XAmzContentSHA256Mismatch',
    })
    expect(await stored({ ...place, Key: 'b' })).toBeNull()
    expect(await put({ ...place, Key: 'c' }, content, 'UNSIGNED-PAYLOAD')).toMatchObject({ status: 200 })
    expect(await put({ ...place, Key: 'd' }, content, 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD')).toMatchObject({
      code: 'InvalidArgument',
    })
  })

  /** Sent in signed chunks of 64 KiB; `spoil` may change the bytes. */
  const chunked =
    (hasTrailer: boolean, spoil: (chunks: Buffer[]) => void = () => undefined) =>
    async (signer: Signer, seed: string) => {
      const chunks: Buffer[] = []
      let previous = seed
      for (const part of [content.subarray(0, 65_536), content.subarray(65_536), Buffer.alloc(0)]) {
        previous = await signer.chunkSignature(previous, sha256(part))
        chunks.push(Buffer.from(`${part.length.toString(16)};chunk-signature=${previous}\r\n`), part)
        if (part.length > 0) chunks.push(Buffer.from('\r\n'))
      }
      const sum = `x-amz-checksum-sha256:${createHash('sha256').update(content).digest('base64')}`
      const trailer = `${sum}\r\nx-amz-trailer-signature:${await signer.trailerSignature(previous, `${sum}\n`)}\r\n`
      chunks.push(Buffer.from(`${hasTrailer ? trailer : ''}\r\n`))
      spoil(chunks)
      return Buffer.concat(chunks)
    }
  const lengths = { 'x-amz-decoded-content-length': String(content.length), 'content-encoding': 'aws-chunked' }
  const SIGNED = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'

  test('in signed chunks is decoded, including a signed trailer', async () => {
    const place = { Bucket: await aBucket(), Key: 'a' }
    expect(await put(place, content, SIGNED, lengths, chunked(false))).toEqual({ status: 200, code: undefined })
    expect(await stored(place)).toBe(sha256(content))
    const trailed = { ...lengths, 'x-amz-trailer': 'x-amz-checksum-sha256' }
    const other = { ...place, Key: 'b' }
    expect(await put(other, content, `${SIGNED}-TRAILER`, trailed, chunked(true))).toEqual({
      status: 200,
      code: undefined,
    })
    expect(await stored(other)).toBe(sha256(content))
  })

  test('with a manipulated chunk leaves nothing behind', async () => {
    const place = { Bucket: await aBucket(), Key: 'a' }
    await put(place, Buffer.from('as it was'), sha256('as it was'))
    const tampered = chunked(false, (chunks) => chunks[4]?.fill('x', 100, 110))
    expect(await put(place, content, SIGNED, lengths, tampered)).toEqual({ status: 403, code: 'SignatureDoesNotMatch' })
    const short = { ...lengths, 'x-amz-decoded-content-length': '99999' }
    expect(await put(place, content, SIGNED, short, chunked(false))).toEqual({ status: 400, code: 'IncompleteBody' })
    const cut = chunked(false, (chunks) => chunks.splice(5))
    expect((await put(place, content, SIGNED, lengths, cut)).status).toBe(400)
    const trailed = { ...lengths, 'x-amz-trailer': 'x-amz-checksum-sha256' }
    const wrongSum = chunked(true, (chunks) => chunks.at(-1)?.write('A', 30))
    expect((await put(place, content, `${SIGNED}-TRAILER`, trailed, wrongSum)).status).toBe(403)
    expect(await stored(place)).toBe(sha256('as it was'))
  })
})

describe('malformed input', () => {
  const credential = `Credential=${S3_KEY.accessKeyId}/20130524/us-east-1/s3/aws4_request`
  const signature = 'a'.repeat(64)

  test.each([
    ['AWS4-HMAC-SHA256', {}],
    ['AWS4-HMAC-SHA256 Credential=', {}],
    [`AWS4-HMAC-SHA256 ${credential}`, { 'x-amz-date': 'yesterday' }],
    [`AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=${signature}`, {}],
    [
      `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=${signature}`,
      { 'x-amz-date': '20130599T000000Z' },
    ],
    [
      `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${';'.repeat(5000)}, Signature=`,
      { 'x-amz-date': '20130524T000000Z' },
    ],
    [`AWS4-HMAC-SHA256 ${credential}, SignedHeaders=__proto__, Signature=é`, { 'x-amz-date': '20130524T000000Z' }],
    ['AWS QUJD:c2lnbmF0dXJl', {}],
    ['Basic YTpi', {}],
  ])('in the head is refused with the protocol’s error: %s', async (authorization, more) => {
    const headers = {
      authorization: Buffer.from(authorization).toString('latin1'),
      'x-amz-content-sha256': 'x',
      ...more,
    }
    const answer = await fetch(`${target().url}/storage/v1/s3/a/b`, { headers: headers as Record<string, string> })
    expect([400, 403]).toContain(answer.status)
    expect(await answer.text()).toMatch(
      /<Code>(InvalidRequest|Authorization\w+Malformed|AccessDenied|RequestTimeTooSkewed)</,
    )
  })

  test.each([
    '/a%00b/c',
    '/a/%00',
    '/a/b?uploadId=%00',
    '/%ff/a',
    '/a/b?X-Amz-Algorithm=x&X-Amz-Algorithm=y',
    '/?a=%zz',
  ])('in the URL is refused: %s', async (path) => {
    const answer = await fetch(`${target().url}/storage/v1/s3${path}`)
    expect([400, 403]).toContain(answer.status)
  })

  test('in signed headers is refused, and stores nothing', async () => {
    const [Bucket, Key] = [await aBucket(), 'a']
    const wrong: [Record<string, string>, string][] = [
      [{ 'x-amz-copy-source': 'nothing' }, 'InvalidArgument'],
      [{ 'x-amz-copy-source': '/%00/a' }, 'InvalidArgument'],
      [{ 'x-amz-checksum-crc32': 'é' }, 'InvalidDigest'],
      [{ 'x-amz-checksum-xxhash': 'AAAA' }, 'InvalidRequest'],
      [{ 'x-amz-trailer': 'x-amz-checksum-nothing' }, 'InvalidRequest'],
      [{ 'x-amz-meta-long': 'x'.repeat(3000) }, 'MetadataTooLarge'],
      [{ 'x-amz-server-side-encryption-customer-key': 'AAAA' }, 'NotImplemented'],
      [{ 'content-type': 'no type at all' }, 'InvalidMimeType'],
      [{ 'if-none-match': '"x"' }, 'NotImplemented'],
    ]
    for (const [headers, code] of wrong) {
      expect(await put({ Bucket, Key }, Buffer.from('x'), sha256('x'), headers)).toMatchObject({ code })
    }
    const missing = put({ Bucket, Key }, Buffer.from('x'), 'STREAMING-UNSIGNED-PAYLOAD-TRAILER')
    expect(await missing).toEqual({ status: 411, code: 'MissingContentLength' })
    const wrongLength = { 'x-amz-decoded-content-length': '-5' }
    expect(
      await put({ Bucket, Key }, Buffer.from('x'), 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', wrongLength),
    ).toMatchObject({
      code: 'InvalidArgument',
    })
    expect((await operator().storage.from(Bucket).list()).data).toEqual([])
  })
})
