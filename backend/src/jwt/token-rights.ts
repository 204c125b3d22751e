type Claims = Readonly<Record<string, unknown>>

/** Rights of applications acting for users who authorised them (OAuth 2.1); everything else is refused. */
export interface ApplicationRights {
  /** Database role of an application with a data scope, which has only this role's privileges. */
  readonly role: string
  /** Data scopes, besides those of OpenID Connect. Without one ending in `:write` an application is read-only. */
  readonly scopes: readonly string[]
}

/** For an application server without data scopes: applications learn the user's identity and see what visitors see. */
export const NO_DATA_FOR_APPLICATIONS: ApplicationRights = { role: 'anon', scopes: [] }

/** State of a token's session and account in the database. */
export interface TokenStanding {
  /** Scopes of the application that owns the session; null for the user's own session. */
  readonly applicationScopes: readonly string[] | null
  /** Whether the account has a verified second factor. */
  readonly hasFactor: boolean
}

/** Why a valid token is treated as a visitor's. */
export type Reduction = 'second_factor' | 'application'

/**
 * The claims used by every service but auth. A session with a pending second factor becomes a visitor; so does an application, unless its
 * user granted data scopes.
 */
export function effectiveClaims(claims: Claims, standing: TokenStanding, rights: ApplicationRights): Claims {
  if (standing.hasFactor && claims.aal !== 'aal2') return visitorClaims(claims, 'second_factor')
  if (standing.applicationScopes === null) return claims
  const scopes = standing.applicationScopes.filter((scope) => rights.scopes.includes(scope))
  return scopes.length > 0 ? applicationClaims(claims, rights.role, scopes) : visitorClaims(claims, 'application')
}

/** Whether claims of an application or personal access token are read-only. */
export function isForReadingOnly({ personal_token: token, client_id: application, scope }: Claims): boolean {
  if (token === undefined && application === undefined) return false
  const scopes = typeof scope === 'string' ? scope.split(' ') : []
  return !scopes.some((one) => one === 'write' || one.endsWith(':write'))
}

/** Why these claims were reduced to a visitor's. */
export function reductionOf({ reduced }: Claims): Reduction | null {
  return reduced === 'second_factor' || reduced === 'application' ? reduced : null
}

/** Contain no identity: policies and functions see no user. */
function visitorClaims(claims: Claims, reduced: Reduction): Claims {
  return memoizeClaims(claims, reduced, () => ({ role: 'anon', reduced, exp: claims.exp }))
}

function applicationClaims(claims: Claims, role: string, scopes: readonly string[]): Claims {
  const scope = scopes.join(' ')
  const { sub, exp, iat, aal, session_id, client_id } = claims
  return memoizeClaims(claims, scope, () => ({ role, sub, exp, iat, aal, session_id, client_id, scope }))
}

/** Returns the same object for the same token, since others cache by claims object. */
const made = new WeakMap<object, { readonly as: string; readonly claims: Claims }>()

function memoizeClaims(claims: Claims, as: string, make: () => Record<string, unknown>): Claims {
  const known = made.get(claims)
  if (known?.as === as) return known.claims
  const next = Object.freeze(make())
  made.set(claims, { as, claims: next })
  return next
}
