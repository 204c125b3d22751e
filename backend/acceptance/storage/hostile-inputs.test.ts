import { randomUUID } from 'node:crypto'
import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Attack, attack, everyNth, Findings, fitsPath, forEach, hostile } from '../hostile.ts'
import { newUser, operator, target } from '../server.ts'
import { aBucket } from './rooms.ts'

const marker = `secret ${randomUUID()}`
let bucket: string
let token: string
let id: string
let texts: string[]
let passwdChanged: number | null

/** null when the file does not exist. */
async function lastChange(path: string): Promise<number | null> {
  return (await stat(path).catch(() => null))?.mtimeMs ?? null
}

beforeAll(async () => {
  passwdChanged = await lastChange('/etc/passwd')
  bucket = await aBucket()
  const victim = await newUser()
  const { error } = await victim.client.storage.from(bucket).upload(`${victim.id}/diary.txt`, marker)
  if (error) throw error
  const thief = await newUser()
  id = thief.id
  token = (await thief.client.auth.getSession()).data.session?.access_token ?? ''
  const lists = await Promise.all(
    (['sql-injection', 'xss', 'template-injection', 'nosql-injection', 'open-redirect'] as const).map(hostile),
  )
  // Path payloads matter most for storage.
  texts = [...everyNth(lists.flat(), 24), ...everyNth(await hostile('path-traversal'), 2)]
})

const json = { 'content-type': 'application/json' }
const upload = (path: string): Attack => ({
  method: 'POST',
  path: `/storage/v1${path}`,
  headers: { 'content-type': 'text/plain' },
  body: 'a hostile file',
})
const post = (path: string, body: unknown): Attack => ({
  method: 'POST',
  path: `/storage/v1${path}`,
  headers: json,
  body: JSON.stringify(body),
})
const raw = (text: string, attackOf: (text: string) => Attack) => (fitsPath(text) ? attackOf(text) : null)

const PLACES: Readonly<Record<string, (text: string, encoded: string) => Attack | null>> = {
  'key of an upload': (_text, encoded) => upload(`/object/${bucket}/${id}/${encoded}`),
  'key exactly as written': (text) => raw(text, (path) => upload(`/object/${bucket}/${id}/${path}`)),
  'key outside the own folder': (_text, encoded) => upload(`/object/${bucket}/${encoded}`),
  'bucket of an upload': (_text, encoded) => upload(`/object/${encoded}/x.txt`),
  'key of a download': (_text, encoded) => ({ path: `/storage/v1/object/authenticated/${bucket}/${encoded}` }),
  'download as written': (text) => raw(text, (path) => ({ path: `/storage/v1/object/${bucket}/${path}` })),
  'public download': (text) => raw(text, (path) => ({ path: `/storage/v1/object/public/${bucket}/${path}` })),
  picture: (text, encoded) => ({
    path: `/storage/v1/render/image/public/${bucket}/${encoded}?width=${encodeURIComponent(text)}`,
  }),
  'token of a link': (_text, encoded) => ({ path: `/storage/v1/object/sign/${bucket}/x.txt?token=${encoded}` }),
  'download name': (_text, encoded) => ({ path: `/storage/v1/object/public/${bucket}/x.txt?download=${encoded}` }),
  'target of a move': (text) =>
    post('/object/move', { bucketId: bucket, sourceKey: `${id}/x.txt`, destinationKey: text }),
  'bucket of a copy': (text) =>
    post('/object/copy', { bucketId: bucket, sourceKey: text, destinationKey: text, destinationBucket: text }),
  list: (text) => post(`/object/list/${bucket}`, { prefix: text, search: text, limit: 10 }),
  sorting: (text) => post(`/object/list/${bucket}`, { prefix: '', sortBy: { column: text, order: text } }),
  links: (text) => post(`/object/sign/${bucket}`, { paths: [text], expiresIn: 60 }),
  removal: (text) => ({ ...post(`/object/${bucket}`, { prefixes: [text] }), method: 'DELETE' }),
  path: (text) => raw(text, (path) => ({ path: `/storage/v1/${path}` })),
  function: (_text, encoded) => ({ ...post(`/${encoded}`, {}), path: `/functions/v1/${encoded}` }),
  'function as written': (text) => raw(text, (path) => ({ path: `/functions/v1/${path}` })),
}

test('hostile keys and names are refused or treated as plain names', async () => {
  const findings = new Findings()
  const attacks = Object.entries(PLACES).flatMap(([where, place]) => texts.map((text) => ({ where, place, text })))
  await forEach(attacks, async ({ where, place, text }) => {
    const sent = place(text, encodeURIComponent(text))
    if (!sent) return
    const reply = await attack({ ...sent, headers: { authorization: `Bearer ${token}`, ...sent.headers } })
    findings.judge(
      where,
      text,
      reply,
      reply.text.includes(marker) && "another person's file",
      reply.text.includes('diary') && "the name of another person's file",
      // Dot segments may lead out of the bucket, but only to what the caller may access anyway.
      where === 'key outside the own folder' && reply.status === 200 && 'a file in a foreign folder',
    )
  })
  expect(findings.list).toEqual([])
}, 300_000)

test('hostile bucket names create buckets of that name or none', async () => {
  const findings = new Findings()
  const names = everyNth(texts, 6)
  await forEach(names, async (name) => {
    const reply = await attack({
      ...post('/bucket', { name: `${name}` }),
      headers: { ...json, authorization: `Bearer ${target().secretKey}` },
    })
    const made = reply.status === 200
    findings.judge('bucket', name, reply, made && !reply.text.includes(JSON.stringify(name)) && 'another name')
    if (made) await operator().storage.deleteBucket(name)
  })
  expect(findings.list).toEqual([])
  expect((await operator().storage.getBucket(bucket)).data?.public).toBe(false)
}, 180_000)

test.runIf(inject('folder') !== null)('there are no files beside the data folder, and no links out of it', async () => {
  const folder = inject('folder') ?? ''
  expect(await readdir(folder)).toEqual(['data'])
  expect(await readdir(join(folder, 'data'))).not.toContain('x.txt')
  const stored = join(folder, 'data/storage')
  const names = await readdir(stored, { recursive: true })
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    // Names on disk are generated by the server and contain nothing of the key.
    expect(name).toMatch(/^[\w/.-]+$/)
    // Other tests create and delete files meanwhile.
    const entry = await lstat(join(stored, name)).catch(() => null)
    expect(entry?.isSymbolicLink() ?? false).toBe(false)
  }
  expect(await lastChange('/etc/passwd')).toBe(passwdChanged) // a frequent target in the lists
})
