import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import postgres from '#postgres'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { jsonb } from '../jsonb.ts'
import type { Queryable } from '../queryable.ts'
import { fetchMetadata } from '../saml/fetch-metadata.ts'
import { readIdpMetadata } from '../saml/idp-metadata.ts'
import { findSamlProvider, listSamlProviders, type SamlProviderRow } from '../saml/saml-provider.ts'
import { requireSaml } from '../saml/service-provider.ts'
import { inTransaction } from '../users/users.ts'

const Rule = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 500 })),
  names: Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 })),
  default: Type.Optional(Type.Unknown()),
  array: Type.Optional(Type.Boolean()),
})
const ProviderBody = Type.Object({
  type: Type.Optional(Type.String()),
  resource_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  disabled: Type.Optional(Type.Boolean()),
  metadata_xml: Type.Optional(Type.String()),
  metadata_url: Type.Optional(Type.String({ maxLength: 2048 })),
  domains: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
  attribute_mapping: Type.Optional(Type.Object({ keys: Type.Optional(Type.Record(Type.String(), Rule)) })),
  name_id_format: Type.Optional(Type.String()),
})
type ProviderBody = Static<typeof ProviderBody>

const DOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/
const NAME_ID_FORMATS = new Set(
  [
    '2.0:nameid-format:persistent',
    '1.1:nameid-format:emailAddress',
    '1.1:nameid-format:unspecified',
    '2.0:nameid-format:transient',
  ].map((format) => `urn:oasis:names:tc:SAML:${format}`),
)

/** /admin/sso/providers: organisations whose members sign in through their own identity provider. */
export const adminSsoProviders: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const { sql } = context
  const path = '/admin/sso/providers'
  // Runs after the administrator's key is checked and before the body is parsed.
  const options = { onRequest: async () => requireSaml(context) }
  const withBody = { ...options, schema: { body: ProviderBody } }

  app.get(path, options, async () => ({
    items: (await listSamlProviders(sql)).map((row) => viewProvider(row, 'item')),
  }))

  app.post(path, withBody, async (request, reply) => {
    const { body } = request
    if (body.type !== 'saml') throw invalid("Only 'saml' supported for SSO provider type")
    const metadata = await metadataOf(body)
    if (metadata === null) throw invalid('Either metadata_xml or metadata_url must be set')
    const id = await inTransaction(context, (transaction) => insertProvider(transaction, body, metadata)).catch(
      nameClash,
    )
    return reply.code(201).send(viewProvider(await requireProvider(sql, id)))
  })

  app.get(`${path}/:id`, options, async (request) => viewProvider(await requireProvider(sql, keyOf(request))))

  app.put(`${path}/:id`, withBody, async (request) => {
    const { body } = request
    const provider = await requireProvider(sql, keyOf(request))
    const metadata = await metadataOf(body)
    if (metadata && metadata.entityId !== provider.entity_id) throw new AuthError('saml_entity_id_mismatch')
    await inTransaction(context, (transaction) => updateProvider(transaction, provider, body, metadata)).catch(
      nameClash,
    )
    return viewProvider(await requireProvider(sql, provider.id))
  })

  app.delete(`${path}/:id`, options, async (request) => {
    const provider = await requireProvider(sql, keyOf(request))
    await sql`delete from auth.sso_providers where id = ${provider.id}`
    return viewProvider(provider)
  })
}

function keyOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id // the paths that use this declare :id
}

async function requireProvider(sql: Queryable, key: string): Promise<SamlProviderRow> {
  const provider = await findSamlProvider(sql, key)
  if (!provider) throw new AuthError('sso_provider_not_found', { message: 'No such SSO provider' })
  return provider
}

async function insertProvider(sql: Queryable, body: ProviderBody, metadata: Metadata): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into auth.sso_providers (resource_id, disabled)
    values (${body.resource_id ?? null}, ${body.disabled ?? false}) returning id`
  if (!row) throw new AuthError('unexpected_failure')
  await sql`
    insert into auth.saml_providers
      (sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format)
    values (${row.id}, ${metadata.entityId}, ${metadata.xml}, ${body.metadata_url ?? null},
      ${jsonb(sql, body.attribute_mapping ?? {})}, ${nameIdFormatOf(body)})`
  await replaceDomains(sql, row.id, body.domains ?? [])
  return row.id
}

/** Fields missing from the body keep their values. */
async function updateProvider(
  sql: Queryable,
  provider: SamlProviderRow,
  body: ProviderBody,
  metadata: Metadata | null,
): Promise<void> {
  await sql`
    update auth.sso_providers set resource_id = ${body.resource_id ?? provider.resource_id},
      disabled = ${body.disabled ?? provider.disabled}, updated_at = now()
    where id = ${provider.id}`
  await sql`
    update auth.saml_providers set metadata_xml = ${metadata?.xml ?? provider.metadata_xml},
      metadata_url = ${metadata ? (body.metadata_url ?? null) : provider.metadata_url},
      attribute_mapping = ${jsonb(sql, body.attribute_mapping ?? provider.attribute_mapping)},
      name_id_format = ${body.name_id_format === undefined ? provider.name_id_format : nameIdFormatOf(body)},
      updated_at = now()
    where sso_provider_id = ${provider.id}`
  if (body.domains) await replaceDomains(sql, provider.id, body.domains)
}

interface Metadata {
  readonly xml: string
  readonly entityId: string
}

/** The metadata given in the body or fetched from its URL, with its entity id; null if the body has neither. */
async function metadataOf(body: ProviderBody): Promise<Metadata | null> {
  const { metadata_xml: given, metadata_url: url } = body
  if (given && url) throw invalid('Only one of metadata_xml or metadata_url needs to be set')
  if (!given && !url) return null
  const xml = given || (await fetchMetadata(url ?? ''))
  return { xml, entityId: readIdpMetadata(xml).entityId }
}

function nameIdFormatOf({ name_id_format: format }: ProviderBody): string | null {
  if (!format) return null
  if (!NAME_ID_FORMATS.has(format)) throw invalid('name_id_format must be unspecified or one of the known formats')
  return format
}

async function replaceDomains(sql: Queryable, providerId: string, domains: readonly string[]): Promise<void> {
  const wanted = [...new Set(domains.map((domain) => domain.toLowerCase()))]
  const wrong = wanted.find((domain) => domain.length > 253 || !DOMAIN.test(domain))
  if (wrong !== undefined) throw invalid(`"${wrong}" is not a domain`)
  await sql`delete from auth.sso_domains where sso_provider_id = ${providerId} and domain <> all(${wanted})`
  for (const domain of wanted) {
    const [row] = await sql<{ sso_provider_id: string }[]>`
      insert into auth.sso_domains (sso_provider_id, domain) values (${providerId}, ${domain})
      on conflict (domain) do update set updated_at = auth.sso_domains.updated_at returning sso_provider_id`
    if (row?.sso_provider_id !== providerId) {
      const message = `SSO domain '${domain}' is already assigned to an SSO identity provider (${row?.sso_provider_id})`
      throw new AuthError('sso_domain_already_exists', { message })
    }
  }
}

function nameClash(error: unknown): never {
  const constraint = error instanceof postgres.PostgresError ? error.constraint_name : undefined
  if (constraint === 'saml_providers_entity_id_key') throw new AuthError('saml_idp_already_exists', { cause: error })
  if (constraint === 'sso_providers_resource_id_key') {
    throw new AuthError('validation_failed', { message: 'This resource_id is in use', cause: error })
  }
  throw error
}

/** Lists omit the metadata XML, which is long. */
function viewProvider(row: SamlProviderRow, as: 'item' | 'whole' = 'whole') {
  return {
    id: row.id,
    ...(row.resource_id === null ? {} : { resource_id: row.resource_id }),
    disabled: row.disabled,
    saml: {
      entity_id: row.entity_id,
      ...(as === 'whole' ? { metadata_xml: row.metadata_xml } : {}),
      ...(row.metadata_url === null ? {} : { metadata_url: row.metadata_url }),
      attribute_mapping: row.attribute_mapping,
      ...(row.name_id_format === null ? {} : { name_id_format: row.name_id_format }),
    },
    domains: row.domains.map((domain) => ({ domain })),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
