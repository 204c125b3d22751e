import type { Queryable } from '../queryable.ts'

/** An organisation's identifiers for one of our sessions. */
export interface NamedSession {
  readonly providerId: string
  readonly nameId: string
  readonly sessionIndex: string | null
}

/** Stores the organisation's identifiers for a session, in the transaction that opens it. */
export async function nameSession(sql: Queryable, sessionId: string, named: NamedSession): Promise<void> {
  await sql`
    insert into auth.saml_sessions (session_id, sso_provider_id, name_id, session_index)
    values (${sessionId}, ${named.providerId}, ${named.nameId}, ${named.sessionIndex})`
}

/**
 * Ends the sessions that an organisation refers to: all with this name, or, if it lists indexes, those with one of them or with
 * none. @returns their users, each once
 */
export async function endNamedSessions(
  sql: Queryable,
  { providerId, nameId, indexes }: { providerId: string; nameId: string; indexes: readonly string[] },
): Promise<readonly { id: string; email: string | null }[]> {
  return sql<{ id: string; email: string | null }[]>`
    with ended as (
      delete from auth.sessions s using auth.saml_sessions named
      where named.session_id = s.id and named.sso_provider_id = ${providerId} and named.name_id = ${nameId}
        and (${indexes.length === 0} or named.session_index is null or named.session_index = any(${[...indexes]}))
      returning s.user_id
    )
    select distinct u.id, u.email from ended join auth.users u on u.id = ended.user_id`
}
