import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { X509CertificateGenerator } from '@peculiar/x509'
import * as samlify from 'samlify'

// The schema of XML signatures needs a Java virtual machine; under test are our own answers.
samlify.setSchemaValidator({ validate: async () => 'not judged' })

/** A member of the organisation. */
export interface Member {
  readonly nameId: string
  readonly nameIdFormat?: 'persistent' | 'emailAddress' | 'transient'
  readonly attributes?: Readonly<Record<string, readonly string[]>>
}

/** False values for a test. */
interface Said {
  readonly issuer?: string
  readonly audience?: string | null
  readonly recipient?: string
  readonly destination?: string
  readonly inResponseTo?: string | null
  readonly assertionId?: string
  /** Seconds from now, for every limit of the assertion. */
  readonly validUntil?: number
  readonly validFrom?: number
  readonly sessionEnds?: Date
  /** The session index. */
  readonly sessionIndex?: string
}

/** False values for a logout request. */
interface SignOutSaid {
  readonly indexes?: readonly string[]
  readonly destination?: string
  readonly id?: string
  /** Seconds ago. */
  readonly age?: number
  readonly signed?: boolean
}

/** An organisation with a real SAML identity provider for its answers: `samlify` reads requests and signs. */
export interface Organisation {
  readonly entityId: string
  readonly metadata: string
  /** Signs the answer to a sign-in URL with its key. @throws when our request is not valid */
  answer(url: string, member: Member, said?: Said): Promise<SentBack>
  /** An unsolicited answer. */
  unasked(member: Member, said?: Said): Promise<SentBack>
  /** The same, signed and then encrypted with the key in our metadata. */
  encrypted(url: string, member: Member, said?: Said): Promise<SentBack>
  /** A logout request for a form. */
  signOut(nameId: string, said?: SignOutSaid): { SAMLRequest: string; RelayState: string }
  /** The same as a URL. */
  signOutUrl(nameId: string, said?: SignOutSaid): string
  /** Verifies our signed answer. @returns the id of the request that it answers. @throws when the signature is not ours */
  readSignOutAnswer(url: string): Promise<string>
  /** The same as `answer` without any signature. */
  unsigned(url: string, member: Member): Promise<SentBack>
}

export interface SentBack {
  readonly SAMLResponse: string
  readonly RelayState: string
}

export function xmlOf({ SAMLResponse }: SentBack): string {
  return Buffer.from(SAMLResponse, 'base64').toString('utf8')
}

export function withXml(sent: SentBack, change: (xml: string) => string): SentBack {
  return { ...sent, SAMLResponse: Buffer.from(change(xmlOf(sent))).toString('base64') }
}

/** @param entityId of a twin: another key under the same name. */
export async function foundOrganisation(serviceMetadata: string, entityId = freshEntityId()): Promise<Organisation> {
  const key = await makeKey()
  const settings = {
    entityID: entityId,
    privateKey: key.privateKey,
    signingCert: key.certificate,
    wantAuthnRequestsSigned: true,
    wantLogoutResponseSigned: true,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
    singleSignOnService: [
      { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${entityId}/sign-in?a=1&b=2` },
    ],
    singleLogoutService: [
      { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${entityId}/sign-out` },
    ],
    loginResponseTemplate: { context: '<made-by-the-test/>', attributes: [] },
  }
  const idp = samlify.IdentityProvider(settings)
  const sealing = samlify.IdentityProvider({ ...settings, isAssertionEncrypted: true })
  const sp = samlify.ServiceProvider({ metadata: serviceMetadata })
  const acs = sp.entityMeta.getAssertionConsumerService('post') as string
  const audience = sp.entityMeta.getEntityID()

  async function sign(xml: string, relayState: string, by = idp): Promise<SentBack> {
    const made = await by.createLoginResponse(sp, { extract: {} }, 'post', {}, () => ({ id: 'unused', context: xml }))
    return { SAMLResponse: made.context, RelayState: relayState }
  }

  // Our metadata offer the form; redirects are tested as well.
  const slo = acs.replace(/acs$/, 'slo')
  const redirect = `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${slo}"/>`
  const withRedirect = serviceMetadata.replace(/(?=<(md:)?SingleLogoutService )/, redirect)

  function askSignOut(binding: 'post' | 'redirect', nameId: string, said: SignOutSaid): string {
    const wantLogoutRequestSigned = said.signed ?? true
    const service = samlify.ServiceProvider({ metadata: withRedirect, wantLogoutRequestSigned })
    const id = said.id ?? `_${randomBytes(16).toString('hex')}`
    const context = signOutRequest(nameId, { id, issuer: entityId, destination: slo, ...said })
    const options = { relayState: 'as it was (here)', customTagReplacement: () => ({ id, context }) }
    return idp.createLogoutRequest(service, binding, { logoutNameID: nameId }, options).context
  }

  async function readRequest(url: string): Promise<{ id: string; relayState: string }> {
    const { searchParams, search } = new URL(url)
    const query = Object.fromEntries(searchParams)
    const octetString = search
      .slice(1)
      .split('&')
      .filter((part) => /^(SAMLRequest|RelayState|SigAlg)=/.test(part))
      .join('&')
    const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query, octetString })
    return { id: String(extract.request.id), relayState: query.RelayState ?? '' }
  }

  const defaults = { issuer: entityId, audience, recipient: acs, destination: acs }
  return {
    entityId,
    metadata: idp.getMetadata(),
    async answer(url, member, said = {}) {
      const { id, relayState } = await readRequest(url)
      return sign(responseOf(member, { ...defaults, inResponseTo: id, ...said }), relayState)
    },
    async encrypted(url, member, said = {}) {
      const { id, relayState } = await readRequest(url)
      return sign(responseOf(member, { ...defaults, inResponseTo: id, ...said }), relayState, sealing)
    },
    signOut: (nameId, said = {}) => ({ SAMLRequest: askSignOut('post', nameId, said), RelayState: 'as it was (here)' }),
    signOutUrl: (nameId, said = {}) => askSignOut('redirect', nameId, said),
    async readSignOutAnswer(url) {
      const { searchParams, search } = new URL(url)
      const octetString = search
        .slice(1)
        .split('&')
        .filter((part) => /^(SAMLResponse|RelayState|SigAlg)=/.test(part))
        .join('&')
      const query = Object.fromEntries(searchParams)
      const { extract } = await idp.parseLogoutResponse(sp, 'redirect', { query, octetString })
      return extract.response.inResponseTo
    },
    unasked: (member, said = {}) => sign(responseOf(member, { ...defaults, inResponseTo: null, ...said }), ''),
    async unsigned(url, member) {
      const { id, relayState } = await readRequest(url)
      const xml = responseOf(member, { ...defaults, inResponseTo: id })
      return { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState }
    },
  }
}

function freshEntityId(): string {
  return `https://idp-${randomBytes(4).toString('hex')}.example.org`
}

function signOutRequest(
  nameId: string,
  said: SignOutSaid & { readonly id: string; readonly issuer: string; readonly destination: string },
): string {
  const at = new Date(Date.now() - (said.age ?? 0) * 1000).toISOString()
  return [
    `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.id}" Version="2.0" IssueInstant="${at}" Destination="${said.destination}">`,
    `<saml:Issuer>${said.issuer}</saml:Issuer>`,
    `<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${nameId}</saml:NameID>`,
    ...(said.indexes ?? []).map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`),
    '</samlp:LogoutRequest>',
  ].join('')
}

function responseOf(member: Member, said: Said): string {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const until = at(said.validUntil ?? 300)
  const answers = said.inResponseTo ? ` InResponseTo="${said.inResponseTo}"` : ''
  const format = member.nameIdFormat ?? 'persistent'
  const version = format === 'emailAddress' ? '1.1' : '2.0'
  const attributes = Object.entries(member.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  )
  const restriction =
    said.audience === null
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction>`
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomBytes(16).toString('hex')}" Version="2.0" IssueInstant="${at(0)}" Destination="${said.destination}"${answers}>`,
    `<saml:Issuer>${said.issuer}</saml:Issuer>`,
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>',
    `<saml:Assertion ID="${said.assertionId ?? `_${randomBytes(16).toString('hex')}`}" Version="2.0" IssueInstant="${at(0)}">`,
    `<saml:Issuer>${said.issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:${version}:nameid-format:${format}">${member.nameId}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${said.recipient}"${answers}/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${at(said.validFrom ?? -30)}" NotOnOrAfter="${until}">${restriction}</saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at(0)}"${said.sessionEnds ? ` SessionNotOnOrAfter="${said.sessionEnds.toISOString()}"` : ''}${said.sessionIndex ? ` SessionIndex="${said.sessionIndex}"` : ''}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`,
    '</saml:Assertion></samlp:Response>',
  ].join('')
}

async function makeKey(): Promise<{ privateKey: string; certificate: string }> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({ keys, signingAlgorithm: algorithm })
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const privateKey = `-----BEGIN PRIVATE KEY-----\n${der.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----`
  return { privateKey, certificate: certificate.toString('pem') }
}
