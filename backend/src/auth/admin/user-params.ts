import { isUuid } from '../bearer.ts'
import { AuthError } from '../errors.ts'

/** The user id of an admin path. */
export function userIdOf(request: { params: unknown }): string {
  const { id } = request.params as { id: string } // every path that uses this declares :id
  if (!isUuid(id)) throw new AuthError('validation_failed', { status: 404, message: 'user_id must be an UUID' })
  return id.toLowerCase()
}
