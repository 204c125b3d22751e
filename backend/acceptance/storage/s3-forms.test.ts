import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post'
import { expect, test } from 'vitest'
import { operator } from '../server.ts'
import { aBucket } from './rooms.ts'
import { s3Operator, s3Somebody } from './s3-clients.ts'

interface Sent {
  readonly file?: string
  readonly change?: Record<string, string>
  readonly action?: (url: string) => string
}

/** Sends a form as a browser would, signed by the unmodified client. */
async function post(s3: S3Client, options: PresignedPostOptions, { file = 'Hello', change = {}, action }: Sent = {}) {
  const { url, fields } = await createPresignedPost(s3, options)
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...change })) form.append(name, value)
  form.append('file', new Blob([file], { type: 'text/plain' }), 'notes.txt')
  const answer = await fetch(action?.(url) ?? url, { method: 'POST', body: form, redirect: 'manual' })
  const text = await answer.text()
  const tag = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(text)?.[1]
  return { status: answer.status, headers: answer.headers, tag, code: tag('Code'), message: tag('Message') }
}

test('a signed form stores its file with what its fields say', async () => {
  const [s3, Bucket] = [s3Operator(), await aBucket()]
  const Fields = { 'Content-Type': 'text/plain', 'Cache-Control': 'max-age=60', 'x-amz-meta-mood': 'fine' }
  const Conditions: PresignedPostOptions['Conditions'] = [['content-length-range', 1, 10]]
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the protocol's placeholder
  const stored = await post(s3, { Bucket, Key: 'a/${filename}', Fields, Conditions })
  expect(stored.status).toBe(204)
  expect(stored.headers.get('location')).toMatch(new RegExp(`/storage/v1/s3/${Bucket}/a/notes.txt$`))
  expect(await s3.send(new HeadObjectCommand({ Bucket, Key: 'a/notes.txt' }))).toMatchObject({
    ContentType: 'text/plain',
    CacheControl: 'max-age=60',
    ContentLength: 5,
    Metadata: { mood: 'fine' },
    ETag: stored.headers.get('etag'),
  })
  expect((await operator().storage.from(Bucket).download('a/notes.txt')).data?.size).toBe(5)

  const created = await post(s3, { Bucket, Key: 'b', Fields: { success_action_status: '201' } })
  expect([created.status, created.tag('Bucket'), created.tag('Key')]).toEqual([201, Bucket, 'b'])
  const success_action_redirect = 'https://app.example.com/done?from=form'
  const next = await post(s3, { Bucket, Key: 'c d', Fields: { success_action_redirect } })
  expect(next.status).toBe(303)
  expect(next.headers.get('location')).toMatch(
    new RegExp(`^https://app.example.com/done\\?from=form&bucket=${Bucket}&key=c\\+d&etag=%22[0-9a-f]{32}%22$`),
  )
})

test('a form that breaks its policy stores nothing', async () => {
  const [s3, Bucket, other] = [s3Operator(), await aBucket(), await aBucket()]
  const Conditions: PresignedPostOptions['Conditions'] = [
    ['content-length-range', 2, 10],
    ['starts-with', '$Content-Type', 'text/'],
  ]
  const options = { Bucket, Key: 'a', Fields: { 'Content-Type': 'text/plain' }, Conditions }
  const refused = async (sent: Sent, more: Partial<PresignedPostOptions> = {}) => {
    const { status, code, message } = await post(s3, { ...options, ...more }, sent)
    return [status, code, message]
  }
  const invalid = (why: string) => [403, 'AccessDenied', expect.stringContaining(`Invalid according to Policy: ${why}`)]
  expect(await refused({ change: { key: 'b' } })).toEqual(invalid('Policy Condition failed: '))
  expect(await refused({ change: { 'Content-Type': 'image/png' } })).toEqual(invalid('Policy Condition failed: '))
  expect(await refused({ change: { 'x-amz-meta-mood': 'fine' } })).toEqual(
    invalid('Extra input fields: x-amz-meta-mood'),
  )
  expect(await refused({ action: (url) => url.replace(Bucket, other) })).toEqual(invalid('Policy Condition failed: '))
  expect(await refused({}, { Expires: -1 })).toEqual(invalid('Policy expired.'))
  expect(await refused({ file: 'more than ten bytes' })).toEqual([400, 'EntityTooLarge', expect.any(String)])
  expect(await refused({ file: 'H' })).toEqual([400, 'EntityTooSmall', expect.any(String)])
  const policy = btoa(JSON.stringify({ expiration: '2999-01-01T00:00:00Z', conditions: [['starts-with', '$key', '']] }))
  expect((await refused({ change: { Policy: policy } }))[1]).toBe('SignatureDoesNotMatch')
  expect((await refused({ change: { Policy: '' } }))[1]).toBe('SignatureDoesNotMatch')
  expect((await refused({ change: { 'X-Amz-Signature': '' } }))[1]).toBe('SignatureDoesNotMatch')
  expect((await refused({ change: { 'x-ignore-me': 'a'.repeat(21_000) } }))[1]).toBe('MaxPostPreDataLengthExceeded')
  for (const bucket of [Bucket, other]) expect((await operator().storage.from(bucket).list()).data).toEqual([])
})

test('a form of a user with a session stores what the policies allow', async () => {
  const [Bucket, anna] = [await aBucket(), await s3Somebody()]
  expect((await post(anna.s3, { Bucket, Key: `${anna.id}/a` })).status).toBe(204)
  expect((await operator().storage.from(Bucket).info(`${anna.id}/a`)).data).toMatchObject({ size: 5 })
  const denied = await post(anna.s3, { Bucket, Key: 'shared/a' })
  expect([denied.status, denied.code]).toEqual([403, 'AccessDenied'])
  const nobody = await fetch(`${(await createPresignedPost(anna.s3, { Bucket, Key: 'a' })).url}`, {
    method: 'POST',
    body: new FormData(),
  })
  expect(nobody.status).toBe(400)
})
