import type { Config } from '../../config/config.ts'
import type { Sql } from '../../database/database.ts'
import type { Keyring } from '../../jwt/keyring.ts'
import { unseal } from '../sealed.ts'
import { customProvider } from './custom-provider.ts'
import { type CustomProviderRow, secretPurpose } from './custom-row.ts'
import type { Provider } from './provider.ts'
import type { FindCustom } from './providers.ts'

/** Looks up custom providers on each use; caches what it read of one until an administrator changes it. */
export function createFindCustom(context: { config: Pick<Config, 'auth'>; sql: Sql; keyring: Keyring }): FindCustom {
  const kept = new Map<string, { readonly changedAt: number; readonly provider: Provider }>()
  return async (identifier) => {
    const { customProviders: reach } = context.config.auth
    if (reach === 'off' || !identifier.startsWith('custom:')) return null
    const [row] = await context.sql<CustomProviderRow[]>`
      select * from auth.custom_oauth_providers where identifier = ${identifier} and enabled`
    if (!row) {
      kept.delete(identifier)
      return null
    }
    const known = kept.get(identifier)
    if (known?.changedAt === row.updated_at.getTime()) return known.provider
    const secret = await unseal(context, secretPurpose(row.id), row.client_secret)
    const provider = customProvider(row, secret, reach)
    kept.set(identifier, { changedAt: row.updated_at.getTime(), provider })
    return provider
  }
}
