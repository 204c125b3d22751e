import { createHash, randomBytes } from 'node:crypto'

/** What a token that a person made may do: `write` includes `read`. */
export type TokenScope = 'read' | 'write'

export const TOKEN_PREFIX = 'souk_pat_'
/** 192 bits. */
const RANDOM_BYTES = 24
const SHAPE = new RegExp(`^${TOKEN_PREFIX}[0-9a-f]{${RANDOM_BYTES * 2}}$`)
/** As much of a token as is shown afterwards. */
const HINT_LENGTH = TOKEN_PREFIX.length + 4

export interface NewPersonalToken {
  /** Shown once, and kept nowhere. */
  readonly token: string
  readonly hash: Buffer
  readonly hint: string
}

export function newPersonalToken(): NewPersonalToken {
  const token = TOKEN_PREFIX + randomBytes(RANDOM_BYTES).toString('hex')
  return { token, hash: hashOfToken(token), hint: token.slice(0, HINT_LENGTH) }
}

/** Whether a bearer claims to be one; whether it is, only the database knows. */
export function isPersonalToken(bearer: string): boolean {
  return bearer.startsWith(TOKEN_PREFIX)
}

export function hasTokenShape(bearer: string): boolean {
  return SHAPE.test(bearer)
}

/** A token is chance alone, so a fast hash without salt is as good as a slow one. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
