import type { Client } from './client.ts'
import { jsonb } from './jsonb.ts'
import type { Queryable } from './queryable.ts'

export type AuditAction =
  | 'login_failed'
  | 'logout'
  | 'invite_accepted'
  | 'user_signedup'
  | 'user_repeated_signup'
  | 'user_invited'
  | 'user_modified'
  | 'user_deleted'
  | 'user_updated_password'
  | 'user_recovery_requested'
  | 'user_confirmation_requested'
  | 'user_reauthenticate_requested'
  | 'token_revoked'
  | 'factor_in_progress'
  | 'factor_unenrolled'
  | 'factor_deleted'
  | 'factor_updated'
  | 'challenge_created'
  | 'verification_attempted'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'oauth_consent_granted'
  | 'oauth_consent_revoked'
  | 'passkey_created'
  | 'passkey_updated'
  | 'passkey_deleted'
  | 'personal_token_created'
  | 'personal_token_deleted'

/**
 * Records who did what with which device, in the transaction that does it. Never pass a token, a code or a password.
 * Users can read some of these entries about their own account; the text they see depends on `details`.
 */
export async function audit(
  sql: Queryable,
  action: AuditAction,
  actor: { id: string; email: string | null } | null,
  client: Client,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const payload = {
    action,
    actor_id: actor?.id ?? null,
    actor_username: actor?.email ?? '',
    ...deviceIn(client),
    ...details,
  }
  await sql`
    insert into auth.audit_log_entries (payload, ip_address) values (${jsonb(sql, payload)}, ${client.ip})`
}

/** The device of an entry; clients may send no user agent. */
export function deviceIn({ userAgent }: Client): { user_agent?: string } {
  return userAgent === '' ? {} : { user_agent: userAgent }
}
