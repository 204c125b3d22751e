import { accountActs } from './account-acts.ts'
import { type AuthWorld, signInActs } from './sign-in-acts.ts'
import { createSignedInPerson } from './signed-in-person.ts'

export type AuthStore = ReturnType<typeof createAuthStore>

/**
 * The signed-in user and the auth actions, as specified. `start` subscribes to the client and is called before React renders, because
 * PASSWORD_RECOVERY is announced only once.
 */
export function createAuthStore(world: AuthWorld & Parameters<typeof createSignedInPerson>[0]) {
  const person = createSignedInPerson(world)
  const { start, get, subscribe } = person
  return { start, get, subscribe, ...signInActs(world, person), ...accountActs(world, person) }
}
