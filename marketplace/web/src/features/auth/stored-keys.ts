/** Removes every auth key that a Supabase client has stored: the session (`sb-…-auth-token`), the PKCE verifier and the older `supabase.auth.…` names. */
export function clearStoredAuthKeys(storages: readonly (Storage | undefined)[] = browserStorages()): void {
  for (const storage of storages) {
    if (!storage) continue
    // Copy the keys first: removing while iterating by index would skip every second key.
    for (const key of Object.keys(storage)) {
      if (key.startsWith('supabase.auth.') || key.startsWith('sb-')) storage.removeItem(key)
    }
  }
}

function browserStorages(): (Storage | undefined)[] {
  return [globalThis.localStorage, globalThis.sessionStorage]
}
