import { stringify } from 'node:querystring'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { inTransaction } from '../users/users.ts'
import { hasDeclarations, readIdpMetadata } from './idp-metadata.ts'
import { xmlReader } from './read-xml.ts'
import { findSamlProviderByEntity, type SamlProviderRow } from './saml-provider.ts'
import { endNamedSessions } from './saml-sessions.ts'
import { requireSaml, serviceProviderFor, serviceUrls } from './service-provider.ts'
import { useUp } from './use-up.ts'

const SignOutBody = Type.Object({ SAMLRequest: Type.Optional(Type.String()), RelayState: Type.Optional(Type.String()) })

/** Requests are valid for this long; used ones are remembered until then. */
const FRESH_MS = 5 * 60_000
const LARGEST_REQUEST_BYTES = 64 * 1024
/** The query parameters that a signature covers, in the order of the binding. */
const SIGNED = ['SAMLRequest', 'RelayState', 'SigAlg'] as const

const inflate = promisify(inflateRaw)

/** A request received by either binding, and how to verify it. */
interface Sent {
  readonly xml: string
  readonly relayState: string
  verify(provider: SamlProviderRow): Promise<{ nameID?: string } | null>
}

/**
 * GET and POST /sso/saml/slo: an organisation signs a user out (SAML 2.0 Profiles, section 4.4), which ends the sessions that began
 * with the sign-in there. The response is signed and sent by redirect, if the organisation's metadata contains a URL for it.
 */
export const samlSignOut: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const limit = context.limit('samlAcs')
  const onRequest: typeof limit = async (request, reply) => {
    requireSaml(context)
    return limit(request, reply)
  }

  app.get('/sso/saml/slo', { onRequest, exposeHeadRoute: false }, async (request, reply) =>
    signOut(context, request, reply, await sentByRedirect(context, request)),
  )

  app.post('/sso/saml/slo', { onRequest, schema: { body: SignOutBody } }, async (request, reply) =>
    signOut(
      context,
      request,
      reply,
      sentByPost(context, request.body.SAMLRequest ?? '', request.body.RelayState ?? ''),
    ),
  )
}

async function signOut(context: AuthContext, request: FastifyRequest, reply: FastifyReply, sent: Sent) {
  if (hasDeclarations(sent.xml)) throw notAccepted('it must not have a document type')
  const { id, issuer, destination, issuedAt, indexes } = peek(sent.xml)
  const provider = await findSamlProviderByEntity(context.sql, issuer)
  if (!provider) throw new AuthError('saml_idp_not_found')
  if (provider.disabled) throw new AuthError('sso_provider_disabled')
  const verified = await sent.verify(provider).catch((cause: unknown) => {
    throw notAccepted('its signature could not be verified', cause)
  })
  // The contents may be trusted only from here on.
  if (!verified?.nameID) throw notAccepted('it names nobody')
  if (destination !== serviceUrls(context).signOut) throw notAccepted('it was sent to another address')
  if (Math.abs(Date.now() - issuedAt) > FRESH_MS) throw notAccepted('it is too old, or from the future')
  const { nameID: nameId } = verified
  await inTransaction(context, async (sql) => {
    const usableUntil = new Date(issuedAt + FRESH_MS)
    if (!(await useUp(sql, provider, { id: `sign-out ${id}`, usableUntil })))
      throw notAccepted('it has already been used')
    for (const person of await endNamedSessions(sql, { providerId: provider.id, nameId, indexes })) {
      await audit(sql, 'logout', person, clientOf(request), { scope: 'organisation' })
    }
  })
  if (readIdpMetadata(provider.metadata_xml).signOutUrl === null) return reply.code(204).send()
  const saml = await serviceProviderFor(context, provider)
  return reply.redirect(asSigned(await saml.getLogoutResponseUrlAsync({ ID: id }, sent.relayState, {}, true)), 302)
}

/** The library signs one encoding of the query and puts another into the URL; they differ for blanks and brackets. */
function asSigned(address: string): string {
  const { origin, pathname, searchParams } = new URL(address)
  return `${origin}${pathname}?${stringify(Object.fromEntries(searchParams))}`
}

/** By redirect the signature is a separate parameter and covers the query exactly as sent (SAML 2.0 Bindings, section 3.4.4.1). */
async function sentByRedirect(context: AuthContext, { url }: FastifyRequest): Promise<Sent> {
  const parts = (url.split('?')[1] ?? '').split('&')
  const encoded = valueIn(parts, 'SAMLRequest')
  if (encoded === '') throw invalid('SAMLRequest is missing')
  const [relayState, signature, algorithm] = ['RelayState', 'Signature', 'SigAlg'].map((name) => valueIn(parts, name))
  // The library would accept an unsigned request here.
  if (!signature || !algorithm) throw notAccepted('it is not signed')
  const options = { maxOutputLength: LARGEST_REQUEST_BYTES }
  const inflated = await inflate(Buffer.from(encoded, 'base64'), options).catch((cause: unknown) => {
    throw notAccepted('it cannot be read', cause)
  })
  return {
    xml: inflated.toString('utf8'),
    relayState: (relayState ?? '').replaceAll('+', ' '),
    async verify(provider) {
      const saml = await serviceProviderFor(context, provider)
      const covered = SIGNED.flatMap((name) => parts.filter((part) => part.startsWith(`${name}=`))).join('&')
      const container = { SAMLRequest: encoded, Signature: signature, SigAlg: algorithm }
      return (await saml.validateRedirectAsync(container, covered)).profile
    },
  }
}

/** The value of a parameter, which may occur only once: two parsers could each pick a different one. */
function valueIn(parts: readonly string[], name: string): string {
  const [part, second] = parts.filter((one) => one.startsWith(`${name}=`))
  if (second !== undefined) throw notAccepted(`${name} is there twice`)
  try {
    return decodeURIComponent((part ?? '').slice(name.length + 1))
  } catch (cause) {
    throw notAccepted(`${name} cannot be read`, cause)
  }
}

/** By form post the signature is inside the XML. */
function sentByPost(context: AuthContext, encoded: string, relayState: string): Sent {
  const xml = Buffer.from(encoded, 'base64').toString('utf8')
  if (xml === '') throw invalid('SAMLRequest is missing')
  if (xml.includes('\0') || xml.length > LARGEST_REQUEST_BYTES) throw notAccepted('it cannot be read')
  return {
    xml,
    relayState,
    async verify(provider) {
      const saml = await serviceProviderFor(context, provider)
      return (await saml.validatePostRequestAsync({ SAMLRequest: Buffer.from(xml).toString('base64') })).profile
    },
  }
}

type Node = Readonly<Record<string, unknown>>

/** The unverified contents of a request. Its claimed issuer must be known before the signature can be verified. */
function peek(xml: string) {
  const request = requestIn(xml)
  const [issuer] = textsOf(request.Issuer)
  const text = (name: string) => (typeof request[name] === 'string' ? request[name] : '')
  return {
    id: text('@ID'),
    issuer: issuer ?? '',
    destination: text('@Destination'),
    issuedAt: Date.parse(text('@IssueInstant')) || 0,
    indexes: textsOf(request.SessionIndex),
  }
}

function requestIn(xml: string): Node {
  try {
    const { LogoutRequest: request } = xmlReader((name) => name === 'SessionIndex').parse(xml, true) as {
      LogoutRequest?: unknown
    }
    if (typeof request === 'object' && request !== null) return request as Node // the parser's map
  } catch (cause) {
    throw notAccepted('it is no XML', cause)
  }
  throw notAccepted('it is no request to sign out')
}

function textsOf(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value]
  return all
    .map((one) => (typeof one === 'object' && one !== null ? (one as Node)['#text'] : one))
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    .map((one) => one.trim())
}

function notAccepted(why: string, cause?: unknown): AuthError {
  return Object.assign(invalid(`SAML LogoutRequest is not valid: ${why}`), { cause })
}
