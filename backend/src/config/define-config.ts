import type { App } from '../app.ts'
import type { Keyring } from '../jwt/keyring.ts'
import type { ConfigOf } from './config.ts'
import type { OwnConfig, Variable, Variables } from './own-config.ts'

/** An application and its configuration. */
export interface Definition<V extends Variables> extends OwnConfig<V> {
  app(config: ConfigOf<V>, keyring: Keyring): App | Promise<App>
}

/** The definition that `souk-backend` reads from `backend.config.ts`: an application and its configuration. */
export interface FolderDefinition<V extends Variables> extends OwnConfig<V> {
  /** Overrides the folder's defaults: `migrations` and `functions` beside the file, and no page. */
  app?(config: ConfigOf<V>, keyring: Keyring): Partial<App>
}

/** Types a definition; the configuration's `own` has its variables. */
export function defineConfig<const V extends Variables = Readonly<Record<never, Variable>>>(
  definition: FolderDefinition<V>,
): FolderDefinition<V> {
  return definition
}
