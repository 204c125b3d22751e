import type { Caller } from '../http/caller.ts'

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Owner columns of a new row; the legacy uuid column only takes subjects that are UUIDs. */
export function ownerColumns(caller: Caller): { owner: string | null; owner_id: string | null } {
  return ownerOf(caller.userId)
}

export function ownerOf(userId: string | null): { owner: string | null; owner_id: string | null } {
  return { owner: userId !== null && UUID.test(userId) ? userId : null, owner_id: userId }
}

export function isUniqueViolation(error: unknown): boolean {
  return hasSqlState(error, '23505')
}

export function hasSqlState(error: unknown, state: string): boolean {
  return error instanceof Error && 'code' in error && error.code === state
}
