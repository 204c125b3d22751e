import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type postgres from '#postgres'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { jsonb } from '../jsonb.ts'
import { RESERVED_PARAMETERS } from '../providers/authorize.ts'
import { requireDiscoverable } from '../providers/custom-provider.ts'
import { type CustomProviderRow, secretPurpose, viewCustomProvider } from '../providers/custom-row.ts'
import { type Reach, requireReachable } from '../providers/guarded-fetch.ts'
import { KNOWN_PROVIDERS } from '../providers/providers.ts'
import { queryValue } from '../request-input.ts'
import { seal } from '../sealed.ts'

const Texts = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 }))
const Address = Type.Optional(Type.String({ maxLength: 2000 }))
const Changes = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  client_id: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  client_secret: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
  acceptable_client_ids: Texts,
  scopes: Texts,
  pkce_enabled: Type.Optional(Type.Boolean()),
  attribute_mapping: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  custom_claims_allowlist: Texts,
  authorization_params: Type.Optional(Type.Record(Type.String(), Type.String())),
  enabled: Type.Optional(Type.Boolean()),
  email_optional: Type.Optional(Type.Boolean()),
  issuer: Address,
  discovery_url: Address,
  skip_nonce_check: Type.Optional(Type.Boolean()),
  authorization_url: Address,
  token_url: Address,
  userinfo_url: Address,
  jwks_uri: Address,
})
const NewProvider = Type.Intersect([
  Changes,
  Type.Object({ provider_type: Type.Optional(Type.String()), identifier: Type.Optional(Type.String()) }),
])
type Changes = Static<typeof Changes>

const MOST_PROVIDERS = 50
const ADDRESSES = ['issuer', 'discovery_url', 'authorization_url', 'token_url', 'userinfo_url', 'jwks_uri'] as const
const NEEDED = { oidc: ['issuer'], oauth2: ['authorization_url', 'token_url', 'userinfo_url'] } as const
const TITLES = { oidc: 'OIDC', oauth2: 'OAuth2' } as const

/** Fields that only the server may set. */
const PROTECTED = new Set([
  'id',
  'aud',
  'role',
  'app_metadata',
  'raw_app_meta_data',
  'email_verified',
  'phone_verified',
  'email_confirmed_at',
  'phone_confirmed_at',
  'confirmed_at',
  'confirmation_sent_at',
  'banned_until',
  'is_super_admin',
  'is_admin',
  'is_sso_user',
  'is_anonymous',
])

/** /admin/custom-providers: sign-in providers in addition to the configured ones. */
export const adminCustomProviders: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  const { sql } = context
  const reach = () => requireReach(context)

  app.get('/admin/custom-providers', async (request) => {
    reach()
    const type = queryValue(request, 'type') ?? null
    if (type !== null && !isType(type)) throw invalid("type must be either 'oauth2' or 'oidc'")
    const rows = await sql<CustomProviderRow[]>`
      select * from auth.custom_oauth_providers where ${type}::text is null or provider_type = ${type} order by identifier`
    return { providers: rows.map(viewCustomProvider) }
  })

  app.post('/admin/custom-providers', { schema: { body: NewProvider } }, async (request, reply) => {
    const { provider_type: type = '', identifier: given = '', ...changes } = request.body
    if (!isType(type)) throw invalid("provider_type must be either 'oauth2' or 'oidc'")
    const identifier = newIdentifier(given)
    for (const field of ['name', 'client_id', 'client_secret'] as const) {
      if (!changes[field]) throw invalid(`${field} is required`)
    }
    await validateProvider(reach(), type, changes)
    const id = randomUUID()
    const values = await columnsOf(context, id, changes)
    const [count] = await sql<{ n: number }[]>`select count(*)::int as n from auth.custom_oauth_providers`
    if ((count?.n ?? 0) >= MOST_PROVIDERS) throw new AuthError('over_custom_provider_quota')
    const [row] = await sql<CustomProviderRow[]>`
      insert into auth.custom_oauth_providers ${sql({ ...values, id, identifier, provider_type: type })}
      on conflict (identifier) do nothing returning *`
    if (!row) {
      const message = 'A custom OAuth provider with this identifier already exists'
      throw new AuthError('conflict', { status: 400, message })
    }
    return reply.code(201).send(viewCustomProvider(row))
  })

  app.get('/admin/custom-providers/:identifier', async (request) => {
    reach()
    return viewCustomProvider(await find(context, request))
  })

  app.put('/admin/custom-providers/:identifier', { schema: { body: Changes } }, async (request) => {
    const row = await find(context, request)
    await validateProvider(reach(), row.provider_type, { ...withoutNulls(row), ...request.body })
    const values = await columnsOf(context, row.id, request.body)
    const [changed] = await sql<CustomProviderRow[]>`
      update auth.custom_oauth_providers set ${sql({ ...values, updated_at: new Date() })} where id = ${row.id} returning *`
    if (!changed) throw new AuthError('custom_provider_not_found')
    return viewCustomProvider(changed)
  })

  app.delete('/admin/custom-providers/:identifier', async (request, reply) => {
    reach()
    const { id } = await find(context, request)
    await sql`delete from auth.custom_oauth_providers where id = ${id}`
    return reply.code(204).send()
  })
}

function requireReach({ config }: AuthContext): Reach {
  const reach = config.auth.customProviders
  if (reach === 'off') throw new AuthError('feature_disabled', { message: 'Custom OAuth providers are disabled' })
  return reach
}

function isType(text: string): text is 'oauth2' | 'oidc' {
  return text === 'oauth2' || text === 'oidc'
}

function newIdentifier(given: string): string {
  const bare = given.toLowerCase().replace(/^custom:/, '')
  if (!/^[a-z0-9_-]{1,60}$/.test(bare)) throw invalid('identifier must be of letters, digits, _ and -')
  if (KNOWN_PROVIDERS.has(bare)) {
    throw invalid(`Cannot use reserved provider name: ${bare}. This provider is already built in.`)
  }
  return `custom:${bare}`
}

async function find({ sql }: AuthContext, request: FastifyRequest): Promise<CustomProviderRow> {
  const { identifier } = request.params as { identifier: string } // the paths declare :identifier
  if (!identifier.startsWith('custom:')) throw invalid("identifier must start with 'custom:' prefix")
  const [row] = await sql<CustomProviderRow[]>`
    select * from auth.custom_oauth_providers where identifier = ${identifier.toLowerCase()}`
  if (!row) throw new AuthError('custom_provider_not_found')
  return row
}

/** @throws {AuthError} `validation_failed` for a missing field, a disallowed address, or a protected field or parameter */
async function validateProvider(reach: Reach, type: 'oauth2' | 'oidc', given: Changes): Promise<void> {
  for (const field of NEEDED[type])
    if (!given[field]) throw invalid(`${field} is required for ${TITLES[type]} providers`)
  for (const field of ADDRESSES) {
    const address = given[field]
    if (address) requireAddress(field, address, reach)
  }
  const claimed = Object.keys(given.attribute_mapping ?? {}).find((name) => PROTECTED.has(name.toLowerCase()))
  if (claimed) throw invalid(`attribute_mapping cannot set the protected field "${claimed}"`)
  const reserved = Object.keys(given.authorization_params ?? {}).find((name) =>
    RESERVED_PARAMETERS.has(name.toLowerCase()),
  )
  if (reserved) throw invalid(`authorization_params cannot set the reserved parameter "${reserved}"`)
  if (type === 'oidc') {
    await requireDiscoverable({ issuer: given.issuer ?? null, discovery_url: given.discovery_url ?? null }, reach)
  }
}

function requireAddress(field: string, address: string, reach: Reach): void {
  if (!URL.canParse(address)) throw invalid(`${field} must be an https address`)
  try {
    requireReachable(new URL(address), reach)
  } catch (cause) {
    throw new AuthError('validation_failed', { message: `${field} ${(cause as Error).message}`, cause })
  }
}

/** Null columns count as not given. */
function withoutNulls(row: CustomProviderRow): Changes {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Changes // a row has all of these properties
}

const JSON_COLUMNS = new Set(['attribute_mapping', 'authorization_params'])

async function columnsOf(
  context: AuthContext,
  id: string,
  changes: Changes,
): Promise<Record<string, postgres.SerializableParameter>> {
  const columns: Record<string, postgres.SerializableParameter> = {}
  for (const name of Object.keys(Changes.properties) as (keyof Changes)[]) {
    const value = changes[name]
    if (value === undefined) continue
    if (name === 'client_secret') columns[name] = await seal(context, secretPurpose(id), String(value))
    else columns[name] = JSON_COLUMNS.has(name) ? jsonb(context.sql, value) : (value as string | boolean | string[])
  }
  return columns
}
