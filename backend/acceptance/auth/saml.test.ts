import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { operator, target } from '../server.ts'
import {
  foundOrganisation,
  type Member,
  type Organisation,
  type SentBack,
  withXml,
  xmlOf,
} from './stand-in-organisation.ts'
import { call, freshEmail, NEW_SHAPE, PASSWORD } from './wire.ts'

const HOME = 'https://app.example.com/home'
let organisation: Organisation
let ssoId: string
let domain: string
let serviceMetadata: string

beforeAll(async () => {
  serviceMetadata = await (await fetch(`${target().url}/auth/v1/sso/saml/metadata`)).text()
  organisation = await foundOrganisation(serviceMetadata)
  domain = new URL(organisation.entityId).host
  const made = await admin('POST', '', {
    type: 'saml',
    metadata_xml: organisation.metadata,
    domains: [domain.toUpperCase()],
    attribute_mapping: {
      keys: {
        given_name: { names: ['nothing', 'givenName'] },
        groups: { name: 'memberOf', array: true },
        site: { name: 'office', default: 'Lisbon' },
      },
    },
  })
  expect(made.status).toBe(201)
  ssoId = made.body.id
})

function admin(method: string, path: string, body?: unknown) {
  const authorization = `Bearer ${target().serviceRoleKey}`
  return call(method, `/admin/sso/providers${path}`, { body, headers: { ...NEW_SHAPE, authorization } })
}

function visitor(flowType: 'pkce' | 'implicit' = 'implicit'): SupabaseClient {
  const { url, publishableKey } = target()
  return createClient(url, publishableKey, {
    auth: { autoRefreshToken: false, flowType, storageKey: crypto.randomUUID() },
  })
}

async function begin(client = visitor(), redirectTo = HOME): Promise<string> {
  const { data, error } = await client.auth.signInWithSSO({ domain, options: { redirectTo } })
  if (error) throw error
  return data.url
}

/** Posts the organisation's form like a browser; returns the URL it is redirected to. */
async function arrive(sent: SentBack, headers: Record<string, string> = {}) {
  const answer = await fetch(`${target().url}/auth/v1/sso/saml/acs`, {
    method: 'POST',
    body: new URLSearchParams({ ...sent }),
    redirect: 'manual',
    headers,
  })
  const location = new URL(answer.headers.get('location') ?? 'about:blank')
  const fragment = new URLSearchParams(location.hash.slice(1))
  return { status: answer.status, location, fragment, error: location.searchParams.get('error_description') }
}

const someone = (name = 'ana'): Member => {
  const email = freshEmail(name)
  return { nameId: `id-of-${email}`, attributes: { mail: [email], givenName: ['Ana'], memberOf: ['sales', 'admins'] } }
}

async function userOf(token: string | null) {
  const { data, error } = await visitor().auth.getUser(token ?? '')
  if (error) throw error
  return data.user
}

const claimsOf = (token: string | null) => JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString())

describe('a member of an organisation', () => {
  test('signs in by a signed request, gets an account of the organisation, and finds it again', async () => {
    const member = someone()
    const first = await arrive(await organisation.answer(await begin(), member))
    expect([first.status, first.location.href.split('#')[0]]).toEqual([302, HOME])
    const user = await userOf(first.fragment.get('access_token'))
    expect(user).toMatchObject({
      email: member.attributes?.mail?.[0],
      app_metadata: { provider: `sso:${ssoId}`, providers: [`sso:${ssoId}`] },
      user_metadata: { given_name: 'Ana', custom_claims: { groups: ['sales', 'admins'], site: 'Lisbon' } },
      identities: [{ id: member.nameId, provider: `sso:${ssoId}` }],
    })
    expect(user.email_confirmed_at).toBeTruthy()
    expect(claimsOf(first.fragment.get('access_token')).amr).toMatchObject([{ method: 'sso/saml', provider: ssoId }])

    const again = await arrive(await organisation.answer(await begin(), member))
    expect((await userOf(again.fragment.get('access_token'))).id).toBe(user.id)
  })

  test('may be sent in an encrypted answer', async () => {
    const member = someone()
    const sent = await organisation.encrypted(await begin(), member)
    expect(xmlOf(sent)).not.toContain(member.nameId)
    const { fragment } = await arrive(sent)
    expect(await userOf(fragment.get('access_token'))).toMatchObject({ identities: [{ id: member.nameId }] })
  })

  test('with PKCE gets a code, for a session that ends when the organisation says', async () => {
    const client = visitor('pkce')
    const sessionEnds = new Date(Date.now() + 3600_000)
    const sent = await organisation.answer(await begin(client), someone(), { sessionEnds })
    const { location, fragment } = await arrive(sent)
    expect([location.pathname, fragment.get('access_token')]).toEqual(['/home', null])
    const thief = await visitor('pkce').auth.exchangeCodeForSession(location.searchParams.get('code') ?? '')
    expect(thief.error).not.toBeNull()
    const { data, error } = await client.auth.exchangeCodeForSession(location.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(claimsOf(data.session?.access_token ?? null).amr).toMatchObject([{ method: 'sso/saml', provider: ssoId }])
    const refreshed = await client.auth.refreshSession()
    expect(claimsOf(refreshed.data.session?.access_token ?? null).amr).toMatchObject([{ provider: ssoId }])
    // Already expired: the organisation's limit applies to the refresh token.
    const past = visitor('pkce')
    const over = await arrive(
      await organisation.answer(await begin(past), someone(), { sessionEnds: new Date(Date.now() - 1000) }),
    )
    await past.auth.exchangeCodeForSession(over.location.searchParams.get('code') ?? '')
    expect((await past.auth.refreshSession()).error).toMatchObject({ code: 'session_expired' })
  })

  test('is separate from another account with the same address', async () => {
    const email = freshEmail('both')
    const { data } = await operator().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
    const member = { nameId: email, nameIdFormat: 'emailAddress' as const }
    const { fragment } = await arrive(await organisation.answer(await begin(), member))
    const user = await userOf(fragment.get('access_token'))
    expect(user).toMatchObject({ email, identities: [{ id: email }] })
    expect(user.id).not.toBe(data.user?.id)

    const inside = visitor()
    const [access, refresh] = [fragment.get('access_token') ?? '', fragment.get('refresh_token') ?? '']
    await inside.auth.setSession({ access_token: access, refresh_token: refresh })
    expect((await inside.auth.updateUser({ password: 'quite-another-42' })).error).toMatchObject({
      status: 422,
      code: 'user_sso_managed',
    })
    const outside = await visitor().auth.signInWithPassword({ email, password: PASSWORD })
    expect(outside.data.user?.id).toBe(data.user?.id)
  })

  test('may start from the organisation’s own page, once', async () => {
    const sent = { ...(await organisation.unasked(someone())), RelayState: HOME }
    const first = await arrive(sent)
    expect([first.location.origin + first.location.pathname, first.status]).toEqual([HOME, 302])
    expect(await userOf(first.fragment.get('access_token'))).toBeTruthy()
    const again = await arrive(sent)
    expect(again).toMatchObject({ status: 303, error: expect.stringContaining('already been used') })
    const elsewhere = await arrive({ ...(await organisation.unasked(someone())), RelayState: 'https://evil.example/' })
    expect(elsewhere.location.origin).toBe(target().url)
  })
})

describe('an answer is refused', () => {
  const refused = async (sent: SentBack, headers?: Record<string, string>) => {
    const { status, location, fragment, error } = await arrive(sent, headers)
    expect([status, location.origin, fragment.get('access_token')]).toEqual([303, target().url, null])
    return error
  }
  const other = async () => foundOrganisation(serviceMetadata, organisation.entityId)

  test('without a signature, with a broken one, and with another party’s', async () => {
    expect(await refused(await organisation.unsigned(await begin(), someone()))).toMatch(/signature/i)
    const sent = await organisation.answer(await begin(), someone())
    expect(await refused(withXml(sent, (xml) => xml.replace('>Ana<', '>Eve<')))).toMatch(/signature/i)
    const twin = await other()
    expect(await refused(await twin.answer(await begin(), someone()))).toMatch(/signature/i)
  })

  test('when it is encrypted, with the same message whatever is wrong', async () => {
    const why = 'SAML Assertion is not valid: what is encrypted could not be read, or is not signed'
    const signedByAnother = await (await other()).encrypted(await begin(), someone())
    const sent = await organisation.encrypted(await begin(), someone())
    const damaged = withXml(sent, (xml) => xml.replace(/(CipherValue>)([^<]{8})/g, '$1AAAAAAAA'))
    for (const wrong of [signedByAnother, damaged]) expect(await refused(wrong)).toBe(why)
    const late = await organisation.encrypted(await begin(), someone(), { validUntil: -3600 })
    expect(await refused(late)).toBeTruthy()
  })

  test('with its signature wrapped around other content', async () => {
    const sent = await organisation.answer(await begin(), someone('honest'))
    const [signed = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xmlOf(sent)) ?? []
    const evil = signed
      .replace(/<ds:Signature .*<\/ds:Signature>/s, '')
      .replace(/ ID="[^"]+"/, ' ID="_evil"')
      .replace(/>id-of-[^<]+</, '>somebody-else<')
    expect(evil).not.toContain('Signature')
    // Before it, after it, inside it, and inside its signature: the places that known vulnerable consumers read.
    const before = withXml(sent, (xml) => xml.replace(signed, `${evil}${signed}`))
    const after = withXml(await organisation.answer(await begin(), someone()), (xml) =>
      xml.replace('</samlp:Response>', `${evil}</samlp:Response>`),
    )
    const around = withXml(await organisation.answer(await begin(), someone()), (xml) => {
      const [inner = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? []
      return xml.replace(inner, evil.replace('</saml:Subject>', `</saml:Subject><Extra>${inner}</Extra>`))
    })
    const inObject = withXml(await organisation.answer(await begin(), someone()), (xml) => {
      const [inner = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? []
      const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(inner) ?? []
      const holding = signature.replace(
        '</ds:Signature>',
        `<ds:Object>${inner.replace(signature, '')}</ds:Object></ds:Signature>`,
      )
      return xml.replace(inner, evil.replace('<saml:Subject>', `${holding}<saml:Subject>`))
    })
    const sameId = withXml(await organisation.answer(await begin(), someone()), (xml) => {
      const [inner = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? []
      const id = / ID="([^"]+)"/.exec(inner)?.[1] ?? ''
      return xml.replace(inner, `${evil.replace('_evil', id)}${inner}`)
    })
    for (const wrapped of [before, after, around, inObject, sameId]) expect(await refused(wrapped)).toBeTruthy()
  })

  test.each([
    ['expired', { validUntil: -120 }, /expired|does not answer/],
    ['not valid yet', { validFrom: 600 }, /not yet valid/],
    ['for another audience', { audience: 'https://elsewhere.example' }, /audience mismatch/],
    ['for any audience', { audience: null }, /AudienceRestriction/],
    ['for another recipient', { recipient: 'https://elsewhere.example/acs' }, /meant for somebody else/],
    ['sent elsewhere', { destination: 'https://elsewhere.example/acs' }, /another address/],
    ['to another request', { inResponseTo: 'id-of-another' }, /does not answer this request/],
    ['to no request', { inResponseTo: null }, /does not answer this request/],
    ['in another entity’s name', { issuer: 'https://another.example.org' }, /another entity/],
  ])('%s', async (_what, said, message) => {
    expect(await refused(await organisation.answer(await begin(), someone(), said))).toMatch(message)
  })

  test('a second time, with the same state or with a new one', async () => {
    const sent = await organisation.answer(await begin(), someone())
    expect((await arrive(sent)).fragment.get('access_token')).toBeTruthy()
    expect(await refused(sent)).toMatch(/RelayState does not exist/)
    expect(await refused({ ...sent, RelayState: '' })).toMatch(/does not answer this request/)
    const { searchParams } = new URL(await begin())
    const stolen = { ...sent, RelayState: searchParams.get('RelayState') ?? '' }
    expect(await refused(stolen)).toMatch(/does not answer this request/)
    // One assertion id, two requests: a repeated assertion, by the organisation or an attacker.
    const assertionId = `_${crypto.randomUUID()}`
    const once = await organisation.answer(await begin(), someone(), { assertionId })
    expect((await arrive(once)).fragment.get('access_token')).toBeTruthy()
    const twice = await organisation.answer(await begin(), someone(), { assertionId })
    expect(await refused(twice)).toMatch(/already been used/)
  })

  test('by a browser other than the one that began on our own site', async () => {
    const body = { domain, skip_http_redirect: true, redirect_to: HOME }
    const ours = { 'sec-fetch-site': 'same-origin' }
    const started = await call('POST', '/sso', { body, headers: ours })
    const cookie = started.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(
      /^saml-[0-9a-f]{8}=[\w-]{43}; Path=\/auth\/v1\/sso\/saml\/acs; Max-Age=120; HttpOnly; SameSite=/,
    )
    expect(await refused(await organisation.answer(started.body.url, someone()))).toMatch(/another browser/)
    const again = await call('POST', '/sso', { body, headers: ours })
    const sent = await organisation.answer(again.body.url, someone())
    const pair = (again.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    expect((await arrive(sent, { cookie: pair })).fragment.get('access_token')).toBeTruthy()
  })

  test('that has a document type, no subject, or no content', async () => {
    const sent = await organisation.answer(await begin(), someone())
    const declared = withXml(sent, (xml) => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml}`)
    expect(await refused(declared)).toMatch(/document type/)
    expect(await refused({ SAMLResponse: '', RelayState: '' })).toMatch(/missing/)
    expect(await refused({ SAMLResponse: 'bm9uc2Vuc2U=', RelayState: '' })).toBeTruthy()
    const unstorable = Buffer.from(xmlOf(sent).replaceAll(organisation.entityId, 'x\0y')).toString('base64')
    expect(await refused({ SAMLResponse: unstorable, RelayState: '' })).toMatch(/not XML/)
    const fleeting = { ...someone(), nameIdFormat: 'transient' as const }
    expect(await refused(await organisation.answer(await begin(), fleeting))).toMatch(/persistent Subject/)
    expect(await refused(await organisation.answer(await begin(), { nameId: 'x' }))).toMatch(/email address/)
    // A comment must not truncate a name: the whole name was signed.
    const comment = { nameId: `ceo@${domain}<!-- -->.evil.example`, nameIdFormat: 'emailAddress' as const }
    const { fragment } = await arrive(await organisation.answer(await begin(), comment))
    expect((await userOf(fragment.get('access_token'))).email).toBe(`ceo@${domain}.evil.example`)
  })
})

describe('POST /sso', () => {
  const start = (body: object) => call('POST', '/sso', { body, headers: NEW_SHAPE })

  test('redirects to the organisation by id or by domain, and to no other', async () => {
    const byId = await start({ provider_id: ssoId })
    expect(byId.status).toBe(303)
    expect(byId.headers.get('location')).toContain(`${organisation.entityId}/sign-in?a=1&b=2&SAMLRequest=`)
    expect(await start({})).toMatchObject({
      status: 400,
      body: { message: 'A provider_id or domain needs to be provided' },
    })
    expect((await start({ provider_id: ssoId, domain })).body.message).toBe(
      'Only one of provider_id or domain supported',
    )
    expect(await start({ provider_id: crypto.randomUUID() })).toMatchObject({
      status: 404,
      body: { code: 'sso_provider_not_found', message: 'No such SSO provider' },
    })
    expect((await start({ domain: 'nobody.example' })).body.message).toBe('No SSO provider assigned for this domain')
  })

  test('redirects back to allowed URLs only', async () => {
    const url = await begin(visitor(), 'https://evil.example/')
    const { location } = await arrive(await organisation.answer(url, someone()))
    expect(location.origin).toBe(target().url)
  })
})

describe('administrators', () => {
  test('manage the organisations', async () => {
    const firm = await foundOrganisation(serviceMetadata)
    const host = new URL(firm.entityId).host
    const made = await admin('POST', '', {
      type: 'saml',
      metadata_xml: firm.metadata,
      domains: [host],
      resource_id: `firm-${host}`,
      name_id_format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    })
    expect(made).toMatchObject({
      status: 201,
      body: {
        disabled: false,
        resource_id: `firm-${host}`,
        saml: { entity_id: firm.entityId, metadata_xml: firm.metadata },
        domains: [{ domain: host }],
      },
    })
    const { id } = made.body
    expect((await admin('GET', `/resource_firm-${host}`)).body.id).toBe(id)
    const changed = await admin('PUT', `/${id}`, { domains: [`www.${host}`], disabled: true })
    expect(changed.body).toMatchObject({ disabled: true, domains: [{ domain: `www.${host}` }] })
    expect(await call('POST', '/sso', { body: { provider_id: id }, headers: NEW_SHAPE })).toMatchObject({
      status: 404,
      body: { code: 'sso_provider_disabled' },
    })
    const { items } = (await admin('GET', '')).body
    expect(items.map((one: { id: string }) => one.id)).toEqual(expect.arrayContaining([ssoId, id]))
    expect((await admin('DELETE', `/${id}`)).body.id).toBe(id)
    expect(await admin('GET', `/${id}`)).toMatchObject({ status: 404, body: { code: 'sso_provider_not_found' } })
  })

  test('get error details, and others get none', async () => {
    const { metadata } = organisation
    const made = (body: object) => admin('POST', '', { type: 'saml', ...body })
    const wrong = { status: 400, body: { code: 'validation_failed' } }
    expect(await made({ metadata_xml: metadata })).toMatchObject({
      status: 422,
      body: { code: 'saml_idp_already_exists' },
    })
    expect(await made({})).toMatchObject(wrong)
    expect(await made({ type: 'oidc', metadata_xml: metadata })).toMatchObject(wrong)
    expect(await made({ metadata_xml: '<nonsense/>' })).toMatchObject(wrong)
    expect(await made({ metadata_xml: `<!DOCTYPE x []>${metadata}` })).toMatchObject(wrong)
    const other = await foundOrganisation(serviceMetadata)
    const taken = await made({ metadata_xml: other.metadata, domains: [domain] })
    expect(taken).toMatchObject({ status: 400, body: { code: 'sso_domain_already_exists' } })
    const mismatch = await admin('PUT', `/${ssoId}`, { metadata_xml: other.metadata })
    expect(mismatch).toMatchObject({ status: 400, body: { code: 'saml_entity_id_mismatch' } })
    for (const metadata_url of [
      'https://127.0.0.1/m',
      'https://localhost/m',
      'https://[::1]/m',
      'https://169.254.169.254/',
    ]) {
      expect(await made({ metadata_url })).toMatchObject({ status: 400, body: { code: 'saml_metadata_fetch_failed' } })
    }
    expect(await made({ metadata_url: 'http://idp.example.org/m' })).toMatchObject(wrong)
    const authorization = `Bearer ${target().anonKey}`
    expect(await call('GET', '/admin/sso/providers', { headers: { authorization } })).toMatchObject({ status: 403 })
  })

  test('of organisations read our metadata', async () => {
    const answer = await fetch(`${target().url}/auth/v1/sso/saml/metadata?download=true`)
    expect(answer.headers.get('content-type')).toContain('xml')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    const base = `${target().url}/auth/v1/sso/saml`
    expect(serviceMetadata).toContain(`entityID="${base}/metadata"`)
    expect(serviceMetadata).toContain(`Location="${base}/acs"`)
    expect(serviceMetadata).toContain('AuthnRequestsSigned="true"')
    expect(serviceMetadata).toContain('use="encryption"')
    expect(serviceMetadata).not.toContain('PRIVATE')
  })
})

describe('single logout by an organisation', () => {
  /** A session of this member, from a sign-in with this session index. */
  async function sessionOf(member: Member, sessionIndex?: string): Promise<string> {
    const said = sessionIndex === undefined ? {} : { sessionIndex }
    return (await arrive(await organisation.answer(await begin(), member, said))).fragment.get('access_token') ?? ''
  }
  const isOver = async (token: string) => (await visitor().auth.getUser(token)).data.user === null
  const address = () => `${target().url}/auth/v1/sso/saml/slo`
  const post = (form: Record<string, string>) =>
    fetch(address(), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

  test('ends the session of that sign-in immediately, and gets a signed answer', async () => {
    const member = someone()
    const [first, second] = [await sessionOf(member, 'desk'), await sessionOf(member, 'phone')]
    const other = await sessionOf(someone('ben'), 'desk')
    const answer = await post(organisation.signOut(member.nameId, { indexes: ['desk'], id: '_first' }))
    expect(answer.status).toBe(302)
    const location = answer.headers.get('location') ?? ''
    expect(location).toContain(`${organisation.entityId}/sign-out`)
    expect(new URL(location).searchParams.get('RelayState')).toBe('as it was (here)')
    expect(await organisation.readSignOutAnswer(location)).toBe('_first')
    expect([await isOver(first), await isOver(second), await isOver(other)]).toEqual([true, false, false])
  })

  test('by redirect, and without an index, ends all of the user’s sessions, including one exchanged for a code', async () => {
    const member = someone()
    const client = visitor('pkce')
    const sent = await organisation.answer(await begin(client), member, { sessionIndex: 'laptop' })
    const { location } = await arrive(sent)
    const { data } = await client.auth.exchangeCodeForSession(location.searchParams.get('code') ?? '')
    const tokens = [data.session?.access_token ?? '', await sessionOf(member, 'desk'), await sessionOf(member)]
    const answer = await fetch(organisation.signOutUrl(member.nameId), { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(await organisation.readSignOutAnswer(answer.headers.get('location') ?? '')).toMatch(/^_/)
    expect(await Promise.all(tokens.map(isOver))).toEqual([true, true, true])
    expect((await client.auth.refreshSession()).error).not.toBeNull()
  })

  test('is only accepted when signed, addressed to us, recent, and once, and ends no other sessions', async () => {
    const member = someone()
    const token = await sessionOf(member, 'desk')
    const twin = await foundOrganisation(serviceMetadata, organisation.entityId)
    const stranger = await foundOrganisation(serviceMetadata)
    const { nameId } = member
    const refused = async (answer: Promise<Response>) => ((await (await answer).json()) as { msg: string }).msg
    const said = async (form: Record<string, string>) => refused(post(form))
    expect(await said({})).toMatch(/SAMLRequest is missing/)
    expect(await said({ SAMLRequest: Buffer.from('<a/>').toString('base64') })).toMatch(/no request to sign out/)
    expect(await said(organisation.signOut(nameId, { signed: false }))).toMatch(/signature/)
    expect(await refused(fetch(organisation.signOutUrl(nameId, { signed: false }), { redirect: 'manual' }))).toMatch(
      /not signed/,
    )
    expect(await said(twin.signOut(nameId))).toMatch(/signature/)
    expect(await refused(fetch(twin.signOutUrl(nameId), { redirect: 'manual' }))).toMatch(/signature/)
    expect(await said(stranger.signOut(nameId))).toBeTruthy()
    expect(await said(organisation.signOut(nameId, { destination: 'https://other.example/slo' }))).toMatch(
      /another address/,
    )
    expect(await said(organisation.signOut(nameId, { age: 3600 }))).toMatch(/too old/)
    const doubled = `${organisation.signOutUrl(nameId)}&SAMLRequest=x`
    expect(await refused(fetch(doubled, { redirect: 'manual' }))).toMatch(/twice/)
    const changed = organisation.signOut('somebody-else')
    const xml = Buffer.from(changed.SAMLRequest, 'base64').toString().replace('somebody-else', nameId)
    expect(await said({ ...changed, SAMLRequest: Buffer.from(xml).toString('base64') })).toMatch(/signature/)
    expect(await isOver(token)).toBe(false)

    const once = organisation.signOut(nameId)
    expect((await post(once)).status).toBe(302)
    const later = await sessionOf(member, 'desk')
    expect(await said(once)).toMatch(/already been used/)
    expect([await isOver(token), await isOver(later)]).toEqual([true, false])
  })
})
