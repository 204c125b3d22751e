import type { Config } from '../config/config.ts'
import { outsideAddress } from '../database/outside-address.ts'
import type { Keyring } from '../jwt/keyring.ts'

/** The variables that Supabase sets for every function. */
export async function functionEnvironment(config: Config, keyring: Keyring): Promise<Record<string, string>> {
  const { anonKey, serviceRoleKey, publishableKey, secretKey } = keyring.apiKeys
  const database = await outsideAddress(config)
  return {
    SUPABASE_URL: config.publicUrl,
    SUPABASE_ANON_KEY: anonKey,
    SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
    SUPABASE_JWKS: JSON.stringify(keyring.publicJwks()),
    ...(database === null ? {} : { SUPABASE_DB_URL: database }),
    SB_REGION: 'local',
  }
}
