import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/schema'
import { AuthError } from '../errors.ts'

const AccessTokenClaims = Type.Object({
  iss: Type.Optional(Type.String()),
  sub: Type.String(),
  aud: Type.Union([Type.String(), Type.Array(Type.String())]),
  exp: Type.Integer(),
  iat: Type.Integer(),
  email: Type.String(),
  phone: Type.String(),
  role: Type.String(),
  aal: Type.String(),
  session_id: Type.String(),
  is_anonymous: Type.Boolean(),
})

/** The claims of every access token; a hook may add and change claims, but must not remove required ones. */
export type AccessTokenClaims = Static<typeof AccessTokenClaims> & Readonly<Record<string, unknown>>

const claimsCheck = Compile(AccessTokenClaims)

/** @throws {AuthError} `unexpected_failure` naming every claim that is missing or has another type. */
export function requireClaims(value: unknown): AccessTokenClaims {
  if (typeof value !== 'object' || value === null) {
    throw new AuthError('unexpected_failure', { message: 'output claims do not exist' })
  }
  if (claimsCheck.Check(value)) return value
  const [, errors] = claimsCheck.Errors(value)
  const problems = errors.map(({ instancePath, message }) => `- ${instancePath.slice(1) || '(root)'}: ${message}`)
  throw new AuthError('unexpected_failure', {
    message: `output claims do not conform to the expected schema: \n${[...new Set(problems)].join('\n')}`,
  })
}
