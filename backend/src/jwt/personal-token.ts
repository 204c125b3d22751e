import { createHash, randomBytes } from 'node:crypto'

/** Scope of a personal access token: `write` includes `read`. */
export type TokenScope = 'read' | 'write'

const TOKEN_PREFIX = 'souk_pat_'
/** 192 bits. */
const RANDOM_BYTES = 24
const SHAPE = new RegExp(`^${TOKEN_PREFIX}[0-9a-f]{${RANDOM_BYTES * 2}}$`)
/** The part of a token that is shown later. */
const HINT_LENGTH = TOKEN_PREFIX.length + 4

export interface NewPersonalToken {
  /** Shown once, and never stored. */
  readonly token: string
  readonly hash: Buffer
  readonly hint: string
}

export function newPersonalToken(): NewPersonalToken {
  const token = TOKEN_PREFIX + randomBytes(RANDOM_BYTES).toString('hex')
  return { token, hash: hashOfToken(token), hint: token.slice(0, HINT_LENGTH) }
}

/** Whether a bearer has the form of one; only the database knows whether it is valid. */
export function isPersonalToken(bearer: string): boolean {
  return bearer.startsWith(TOKEN_PREFIX)
}

export function hasTokenShape(bearer: string): boolean {
  return SHAPE.test(bearer)
}

/** Tokens are random, so a fast unsalted hash is as safe as a slow one. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
