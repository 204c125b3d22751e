import { AuthError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { isUuid } from '../sessions/bearer.ts'
import type { UserRow } from '../users/user-row.ts'
import { findUserById } from '../users/users.ts'

/** The user id of an admin path. */
export function userIdOf(request: { params: unknown }): string {
  const { id } = request.params as { id: string } // every path that uses this declares :id
  if (!isUuid(id)) throw new AuthError('validation_failed', { status: 404, message: 'user_id must be an UUID' })
  return id.toLowerCase()
}

/** The user of an admin path. */
export async function requireUserOf(sql: Queryable, request: { params: unknown }): Promise<UserRow> {
  const user = await findUserById(sql, userIdOf(request))
  if (!user) throw new AuthError('user_not_found')
  return user
}
