import type { Session } from '@supabase/supabase-js'

/** True for a session that has shown a password, of an account that asks for a second factor too. */
export function owesFactor(session: Session | null): boolean {
  if (!session) return false
  const hasFactor = session.user.factors?.some(({ status }) => status === 'verified') ?? false
  return hasFactor && levelOf(session.access_token) !== 'aal2'
}

/** The assurance level in a token. Read for what to show only: the server believes nobody's reading of it. */
function levelOf(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(payload)) as { aal?: unknown }).aal
  } catch {
    return null
  }
}
