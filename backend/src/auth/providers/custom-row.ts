import type { ProviderRules } from './provider.ts'

export interface CustomProviderRow {
  readonly id: string
  readonly provider_type: 'oauth2' | 'oidc'
  readonly identifier: string
  readonly name: string
  readonly client_id: string
  readonly client_secret: string
  readonly acceptable_client_ids: string[]
  readonly scopes: string[]
  readonly pkce_enabled: boolean
  readonly attribute_mapping: Readonly<Record<string, unknown>>
  readonly custom_claims_allowlist: string[]
  readonly authorization_params: Readonly<Record<string, string>>
  readonly enabled: boolean
  readonly email_optional: boolean
  readonly issuer: string | null
  readonly discovery_url: string | null
  readonly skip_nonce_check: boolean
  readonly authorization_url: string | null
  readonly token_url: string | null
  readonly userinfo_url: string | null
  readonly jwks_uri: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** A provider in API responses: all fields but its secret. */
export function viewCustomProvider({ client_secret: _secret, ...row }: CustomProviderRow) {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() }
}

/** The purpose from which the key for a provider's secret is derived. */
export function secretPurpose(id: string): string {
  return `custom-provider:${id}`
}

export function rulesOf(row: CustomProviderRow): ProviderRules {
  return {
    idToken: row.provider_type === 'oidc',
    pkce: row.pkce_enabled,
    nonce: row.provider_type === 'oidc' && !row.skip_nonce_check,
    emailOptional: row.email_optional,
    attributeMapping: row.attribute_mapping,
    customClaims: row.custom_claims_allowlist,
    authorizationParams: row.authorization_params,
    userInfoUrl: row.provider_type === 'oauth2' ? row.userinfo_url : null,
  }
}
