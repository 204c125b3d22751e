import type { Session } from '@supabase/supabase-js'

/** True for a session that has passed only the password of an account with a second factor. */
export function owesFactor(session: Session | null): boolean {
  if (!session) return false
  const hasFactor = session.user.factors?.some(({ status }) => status === 'verified') ?? false
  return hasFactor && levelOf(session.access_token) !== 'aal2'
}

/** The assurance level in a token. For display only: the server verifies it itself. */
function levelOf(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(payload)) as { aal?: unknown }).aal
  } catch {
    return null
  }
}
