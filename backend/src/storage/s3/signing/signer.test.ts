import { expect, test } from 'vitest'
import { encodeKey } from '../raw-call.ts'
import { type CanonicalParts, isSameSignature, Signer } from './signer.ts'

// Examples from "Authenticating Requests: Using the Authorization Header" and "... Using Query Parameters" in the Amazon S3 reference.
const SCOPE = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', region: 'us-east-1', date: new Date('2013-05-24T00:00:00Z') }
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const HELLO = '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072'
const HOST = { host: 'examplebucket.s3.amazonaws.com' }
const DATE = { 'x-amz-date': '20130524T000000Z' }

const signer = new Signer(SCOPE, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')

interface Example {
  readonly what: string
  readonly request: Omit<CanonicalParts, 'headers'>
  readonly headers: Record<string, string>
  readonly signature: string
}

test.each<Example>([
  {
    what: 'part of an object',
    request: { method: 'GET', path: '/test.txt', query: {}, payloadHash: EMPTY },
    headers: { ...HOST, ...DATE, range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    what: 'an upload under a name that is encoded',
    request: { method: 'PUT', path: encodeKey('/test$file.text'), query: {}, payloadHash: HELLO },
    headers: {
      ...HOST,
      ...DATE,
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': HELLO,
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    what: 'a parameter without a value',
    request: { method: 'GET', path: '/', query: { lifecycle: [''] }, payloadHash: EMPTY },
    headers: { ...HOST, ...DATE, 'x-amz-content-sha256': EMPTY },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    what: 'a listing',
    request: { method: 'GET', path: '/', query: { prefix: ['J'], 'max-keys': ['2'] }, payloadHash: EMPTY },
    headers: { ...HOST, ...DATE, 'x-amz-content-sha256': EMPTY },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
  {
    what: 'a presigned URL',
    request: {
      method: 'GET',
      path: '/test.txt',
      query: {
        'X-Amz-Algorithm': ['AWS4-HMAC-SHA256'],
        'X-Amz-Credential': ['AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'],
        'X-Amz-Date': ['20130524T000000Z'],
        'X-Amz-Expires': ['86400'],
        'X-Amz-SignedHeaders': ['host'],
        'X-Amz-Signature': ['not part of what is signed'],
      },
      payloadHash: 'UNSIGNED-PAYLOAD',
    },
    headers: HOST,
    signature: 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  },
])('signs $what like the published example', async ({ request, headers, signature }) => {
  expect(await signer.requestSignature({ ...request, headers })).toBe(signature)
})

test('signs rarely signed headers when the client lists them', async () => {
  const request = { method: 'GET', path: '/a', query: {}, payloadHash: EMPTY }
  const signed = await Promise.all(
    ['one', 'other'].map((agent) => signer.requestSignature({ ...request, headers: { ...HOST, 'user-agent': agent } })),
  )
  expect(new Set([...signed, await signer.requestSignature({ ...request, headers: HOST })]).size).toBe(3)
})

test('signatures are equal only when identical', () => {
  expect(isSameSignature('abc', 'abc')).toBe(true)
  for (const other of ['abd', 'ab', 'abcd', '', 'ABC']) expect(isSameSignature('abc', other)).toBe(false)
})
