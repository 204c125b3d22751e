import { randomUUID } from 'node:crypto'
import { audit } from '../audit.ts'
import type { Client } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { announceNewUser, noteNewUser } from '../hooks/new-users.ts'
import { jsonb } from '../jsonb.ts'
import { type OpenedSession, openSession } from '../sessions/sessions.ts'
import { type Metadata, requireMetadataSize, signUpMetadata } from '../users/metadata.ts'
import { inTransaction } from '../users/users.ts'

/**
 * POST /signup without an address: creates an account that can't be signed in to again until it gets an address or a linked
 * identity. Policies identify it by the claim `is_anonymous`.
 */
export async function signUpAnonymously(context: AuthContext, data: Metadata, client: Client): Promise<OpenedSession> {
  requireMetadataSize(data)
  const metadata = signUpMetadata(data)
  const id = randomUUID()
  await context.hooks.beforeUserCreated({ id, provider: '', metadata, isAnonymous: true }, client)
  const opened = await inTransaction(context, async (sql) => {
    const [user] = await sql<{ id: string }[]>`
      insert into auth.users (id, is_anonymous, raw_user_meta_data) values (${id}, true, ${jsonb(sql, metadata)})
      returning id`
    if (!user) return null
    await audit(sql, 'user_signedup', { id: user.id, email: null }, client, { anonymous: true })
    await noteNewUser(context, sql, user.id, client)
    return openSession(context, sql, { userId: user.id, method: 'anonymous', client })
  })
  if (!opened) throw new AuthError('unexpected_failure')
  await announceNewUser(context, id)
  return opened
}
