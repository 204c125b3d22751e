import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { inject } from 'vitest'

/** Address and keys of the server under test; tests use only HTTP and WebSocket. */
export interface Target {
  readonly url: string
  readonly publishableKey: string
  readonly secretKey: string
  readonly anonKey: string
  readonly serviceRoleKey: string
}

declare module 'vitest' {
  interface ProvidedContext {
    target: Target
    /** Folder that contains only the server's data folder; null for an external server. */
    folder: string | null
  }
}

/** The server under test: started by the global set-up, or named by SOUK_TARGET. */
export function target(): Target {
  return inject('target')
}

/** A new visitor: the unmodified client with the publishable key and its own in-memory session. */
export function visitor(): SupabaseClient {
  const { url, publishableKey } = target()
  return createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

/** The unmodified client with the secret key, which bypasses row level security. */
export function operator(): SupabaseClient {
  const { url, secretKey } = target()
  return createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

/** The key of the server under test for its S3 protocol; an external server must have the same. */
export const S3_KEY = { accessKeyId: 'fixture-access-key', secretAccessKey: 'a-secret-that-only-the-tests-know' }

let people = 0

/** A new user, signed up and signed in through the client. */
export async function newUser(
  data: Record<string, unknown> = {},
): Promise<{ client: SupabaseClient; id: string; email: string; password: string }> {
  const client = visitor()
  const email = `person-${process.pid}-${Date.now()}-${people++}@example.com`
  const password = 'quiet-lantern-42'
  const { data: answer, error } = await client.auth.signUp({ email, password, options: { data } })
  if (error || !answer.user) throw error ?? new Error('sign-up gave no user')
  return { client, id: answer.user.id, email, password }
}
