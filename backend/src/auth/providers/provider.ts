import type { Configuration } from 'openid-client'
import type { ProviderConfig } from '../../config/providers.ts'
import type { guardedFetch } from './guarded-fetch.ts'

/** How a provider differs from plain OpenID Connect. */
export interface ProviderRules {
  /** False: the user's claims come from `userInfoUrl`, not from an ID token. */
  readonly idToken: boolean
  readonly pkce: boolean
  readonly nonce: boolean
  readonly emailOptional: boolean
  /** Our claim names, and the provider's names for them. */
  readonly attributeMapping: Readonly<Record<string, unknown>>
  /** Claims stored unchanged. */
  readonly customClaims: readonly string[]
  readonly authorizationParams: Readonly<Record<string, string>>
  readonly userInfoUrl: string | null
}

export const PLAIN: ProviderRules = {
  idToken: true,
  pkce: true,
  nonce: true,
  emailOptional: true,
  attributeMapping: {},
  customClaims: [],
  authorizationParams: {},
  userInfoUrl: null,
}

export interface Provider {
  readonly settings: ProviderConfig
  readonly rules: ProviderRules
  /** Fetches addresses given by an administrator. */
  readonly fetch?: ReturnType<typeof guardedFetch>
  /** Endpoints and keys from its discovery document, cached. @throws when it cannot be reached. */
  configuration(): Promise<Configuration>
  /** Maps the profile of a provider without OpenID Connect to OpenID Connect claims. */
  readProfile?(accessToken: string): Promise<Readonly<Record<string, unknown>>>
}
