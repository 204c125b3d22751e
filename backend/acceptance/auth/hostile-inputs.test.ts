import { expect, test } from 'vitest'
import { type Attack, attack, everyNth, Findings, fitsHeader, forEach, hostile } from '../hostile.ts'
import { newUser, operator, target } from '../server.ts'
import { freshEmail, PASSWORD } from './wire.ts'

const json = { 'content-type': 'application/json' }
const post = (path: string, body: unknown): Attack => ({
  method: 'POST',
  path: `/auth/v1${path}`,
  headers: json,
  body: JSON.stringify(body),
})
const get = (path: string): Attack => ({ path: `/auth/v1${path}` })

const PLACES: Readonly<Record<string, (text: string, encoded: string) => Attack | null>> = {
  'e-mail of a sign-up': (text) => post('/signup', { email: text, password: PASSWORD }),
  'e-mail with a real domain': (text) => post('/signup', { email: `${text}@example.com`, password: 'short' }),
  'e-mail of a recovery': (text) => post('/recover', { email: text }),
  'e-mail of a code': (text) => post('/otp', { email: text, create_user: false }),
  phone: (text) => post('/signup', { phone: text, password: PASSWORD }),
  code: (text) => post('/verify', { type: 'email', email: 'nobody@example.com', token: text }),
  'token hash': (text) => post('/verify', { type: text, token_hash: text }),
  link: (_text, encoded) => get(`/verify?token=${encoded}&type=${encoded}&redirect_to=${encoded}`),
  'recovery link': (_text, encoded) => get(`/verify?token=x&type=recovery&redirect_to=${encoded}`),
  'refresh token': (text) => post('/token?grant_type=refresh_token', { refresh_token: text }),
  grant: (_text, encoded) => post(`/token?grant_type=${encoded}`, { auth_code: 'x' }),
  'code exchange': (text) => post('/token?grant_type=pkce', { auth_code: text, code_verifier: text }),
  provider: (_text, encoded) => get(`/authorize?provider=${encoded}&redirect_to=${encoded}`),
  callback: (_text, encoded) => get(`/callback?code=${encoded}&state=${encoded}&error=${encoded}`),
  path: (_text, encoded) => get(`/${encoded}`),
  'user id': (_text, encoded) => ({
    ...get(`/admin/users/${encoded}`),
    headers: { authorization: `Bearer ${target().secretKey}` },
  }),
  'whole body': (text) => ({ method: 'POST', path: '/auth/v1/signup', headers: json, body: text }),
  token: (text) => (fitsHeader(text) ? { ...get('/user'), headers: { authorization: `Bearer ${text}` } } : null),
  referer: (text) => (fitsHeader(text) ? { ...get('/verify?token=x&type=signup'), headers: { referer: text } } : null),
}

/** URL payloads only matter for parameters parsed as URLs. */
const READS_ADDRESSES = new Set(['link', 'recovery link', 'provider', 'callback', 'referer'])

/** Where this server redirects to: its own site and the URLs of its allow list. */
const ALLOWED = /^(https:\/\/app\.example\.com\/|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?([/?#]|$))/

test('hostile texts are refused or ignored everywhere, and no answer redirects elsewhere', async () => {
  const findings = new Findings()
  const lists = await Promise.all(
    (['sql-injection', 'xss', 'template-injection', 'path-traversal'] as const).map(hostile),
  )
  const redirects = await hostile('open-redirect')
  const attacks = Object.entries(PLACES).flatMap(([where, place], index) =>
    [...everyNth(lists.flat(), 60, index), ...everyNth(redirects, READS_ADDRESSES.has(where) ? 3 : 30, index)].map(
      (text) => ({ where, place, text }),
    ),
  )
  await forEach(attacks, async ({ where, place, text }) => {
    const sent = place(text, encodeURIComponent(text))
    if (!sent) return
    const reply = await attack(sent)
    const leadsAway = reply.location !== null && !ALLOWED.test(reply.location)
    findings.judge(where, text, reply, leadsAway && `redirect to ${reply.location}`)
  })
  expect(findings.list).toEqual([])
}, 60_000)

test('hostile names and metadata are stored unchanged, for this user alone', async () => {
  const texts = everyNth([...(await hostile('sql-injection')), ...(await hostile('xss'))], 100)
  const { client } = await newUser({ first_name: texts[0] })
  expect((await client.auth.getUser()).data.user?.user_metadata).toMatchObject({ first_name: texts[0] })
  for (const text of texts) {
    const { data, error } = await client.auth.updateUser({ data: { name: text, nested: [{ text }] } })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ name: text, nested: [{ text }] })
  }
  const email = freshEmail('quiet')
  const { data: other } = await operator().auth.admin.createUser({ email, password: PASSWORD })
  expect(other.user?.user_metadata).toEqual({})
})
