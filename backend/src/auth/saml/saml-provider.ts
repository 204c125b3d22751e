import type { Queryable } from '../queryable.ts'
import { isUuid } from '../sessions/bearer.ts'

/** How one claim is read from an assertion: from the first of these attributes that is present, otherwise the default. */
export interface AttributeRule {
  readonly name?: string
  readonly names?: readonly string[]
  readonly default?: unknown
  /** True keeps every value of the attribute, false only the first. */
  readonly array?: boolean
}

export interface AttributeMapping {
  readonly keys?: Readonly<Record<string, AttributeRule>>
}

/** An organisation and the published metadata of its identity provider. */
export interface SamlProviderRow {
  readonly id: string
  readonly resource_id: string | null
  readonly disabled: boolean
  readonly entity_id: string
  readonly metadata_xml: string
  readonly metadata_url: string | null
  readonly attribute_mapping: AttributeMapping
  readonly name_id_format: string | null
  readonly domains: readonly string[]
  readonly created_at: Date
  readonly updated_at: Date
}

/** The provider name in an organisation's identities and accounts. */
export function providerNameOf(ssoProviderId: string): string {
  return `sso:${ssoProviderId}`
}

/** The organisation's id in such a name. */
export function organisationOf(providerName: string): string {
  return providerName.slice('sso:'.length)
}

function select(sql: Queryable, where: ReturnType<Queryable>) {
  return sql<SamlProviderRow[]>`
    select p.id, p.resource_id, p.disabled, p.created_at, greatest(p.updated_at, s.updated_at) as updated_at, s.entity_id,
      s.metadata_xml, s.metadata_url, s.attribute_mapping, s.name_id_format,
      array(select d.domain from auth.sso_domains d where d.sso_provider_id = p.id order by d.domain) as domains
    from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id
    where ${where} order by p.created_at, p.id`
}

export async function listSamlProviders(sql: Queryable): Promise<readonly SamlProviderRow[]> {
  return select(sql, sql`true`)
}

/** By id, or by `resource_<the id that an administrator chose>`. */
export async function findSamlProvider(sql: Queryable, key: string): Promise<SamlProviderRow | null> {
  const resource = /^resource_(.+)$/.exec(key)?.[1]
  if (resource === undefined && !isUuid(key)) return null
  const [row] = await select(sql, resource === undefined ? sql`p.id = ${key}` : sql`p.resource_id = ${resource}`)
  return row ?? null
}

export async function findSamlProviderByDomain(sql: Queryable, domain: string): Promise<SamlProviderRow | null> {
  const [row] = await select(
    sql,
    sql`p.id = (select d.sso_provider_id from auth.sso_domains d where d.domain = ${domain.toLowerCase()})`,
  )
  return row ?? null
}

export async function findSamlProviderByEntity(sql: Queryable, entityId: string): Promise<SamlProviderRow | null> {
  const [row] = await select(sql, sql`s.entity_id = ${entityId}`)
  return row ?? null
}
