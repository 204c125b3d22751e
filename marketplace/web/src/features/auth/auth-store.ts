import { accountActions } from './account-actions.ts'
import { createSessionStore } from './session-store.ts'
import { type AuthEnvironment, signInActions } from './sign-in-actions.ts'

export type AuthStore = ReturnType<typeof createAuthStore>

/**
 * The signed-in user and the auth actions, as specified. `start` subscribes to the client and is called before React renders, because
 * PASSWORD_RECOVERY is announced only once.
 */
export function createAuthStore(world: AuthEnvironment & Parameters<typeof createSessionStore>[0]) {
  const person = createSessionStore(world)
  const { start, get, subscribe } = person
  return { start, get, subscribe, ...signInActions(world, person), ...accountActions(world, person) }
}
