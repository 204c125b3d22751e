type Claims = Readonly<Record<string, unknown>>

/** What applications may do for the people who let them in (OAuth 2.1); everything else is refused to them. */
export interface ApplicationRights {
  /** The database role of an application with a scope for data. It may do what this role was granted, and nothing else. */
  readonly role: string
  /** Scopes for data, besides those of OpenID Connect. Without one that ends in `:write` an application only reads. */
  readonly scopes: readonly string[]
}

/** For an application server that names no scopes: applications learn who somebody is, and see what visitors see. */
export const NO_DATA_FOR_APPLICATIONS: ApplicationRights = { role: 'anon', scopes: [] }

/** What the database says about the session and the account of a token. */
export interface TokenStanding {
  /** The scopes of the application that the session belongs to; null for a person's own. */
  readonly applicationScopes: readonly string[] | null
  /** Whether the account has a verified second factor. */
  readonly hasFactor: boolean
}

/** Why a valid token counts as a visitor's. */
export type Reduction = 'second_factor' | 'application'

/**
 * The claims that every service but auth acts on. A session that owes its second factor is a visitor, whatever it asks for; an
 * application is a visitor too, unless its person agreed to scopes for data.
 */
export function effectiveClaims(claims: Claims, standing: TokenStanding, rights: ApplicationRights): Claims {
  if (standing.hasFactor && claims.aal !== 'aal2') return visitorClaims(claims, 'second_factor')
  if (standing.applicationScopes === null) return claims
  const scopes = standing.applicationScopes.filter((scope) => rights.scopes.includes(scope))
  return scopes.length > 0 ? applicationClaims(claims, rights.role, scopes) : visitorClaims(claims, 'application')
}

/** Whether claims of an application or of a personal token allow reading alone. */
export function isForReadingOnly({ personal_token: token, client_id: application, scope }: Claims): boolean {
  if (token === undefined && application === undefined) return false
  const scopes = typeof scope === 'string' ? scope.split(' ') : []
  return !scopes.some((one) => one === 'write' || one.endsWith(':write'))
}

/** Why these claims are a visitor's although there was a token. */
export function reductionOf({ reduced }: Claims): Reduction | null {
  return reduced === 'second_factor' || reduced === 'application' ? reduced : null
}

/** Nothing in them says who it is: policies and functions that ask find nobody. */
function visitorClaims(claims: Claims, reduced: Reduction): Claims {
  return remembered(claims, reduced, () => ({ role: 'anon', reduced, exp: claims.exp }))
}

function applicationClaims(claims: Claims, role: string, scopes: readonly string[]): Claims {
  const scope = scopes.join(' ')
  const { sub, exp, iat, aal, session_id, client_id } = claims
  return remembered(claims, scope, () => ({ role, sub, exp, iat, aal, session_id, client_id, scope }))
}

/** The same object for the same token each time: what is made of claims is remembered by them. */
const made = new WeakMap<object, { readonly as: string; readonly claims: Claims }>()

function remembered(claims: Claims, as: string, make: () => Record<string, unknown>): Claims {
  const known = made.get(claims)
  if (known?.as === as) return known.claims
  const next = Object.freeze(make())
  made.set(claims, { as, claims: next })
  return next
}
