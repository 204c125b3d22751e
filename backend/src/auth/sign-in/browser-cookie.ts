import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'
import { derivedSecret } from '../derived-secret.ts'

/** How users return from the site where they sign in: by a link, or by a form that it submits. */
interface Return {
  /** Our URL that they return to. */
  readonly url: string
  readonly by: 'link' | 'form'
  readonly withinSeconds: number
}

/** A started flow, and the kind of site where it continues. */
interface Begun {
  readonly at: 'oauth' | 'saml'
  readonly id: string
}

/** Only the browser that started a flow may finish it: no user can be signed in to, or linked with, someone else's account. */
export function bindToBrowser(context: AuthContext, reply: FastifyReply, begun: Begun, back: Return): void {
  const isSecure = context.issuer.startsWith('https:')
  // Lax cookies are not sent with cross-site form submissions.
  const site = back.by === 'form' && isSecure ? 'None' : 'Lax'
  const reach = `Path=${new URL(back.url).pathname}; Max-Age=${back.withinSeconds}; HttpOnly; SameSite=${site}`
  reply.header('set-cookie', `${pairOf(context, begun)}; ${reach}${isSecure ? '; Secure' : ''}`)
}

export function isSameBrowser(context: AuthContext, request: FastifyRequest, begun: Begun): boolean {
  const cookies = request.headers.cookie?.split(';').map((cookie) => cookie.trim()) ?? []
  const given = Buffer.from(cookies.find((cookie) => cookie.startsWith(`${nameOf(begun)}=`)) ?? '')
  const expected = Buffer.from(pairOf(context, begun))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function pairOf(context: AuthContext, begun: Begun): string {
  return `${nameOf(begun)}=${derivedSecret(context, `${begun.at}-browser`, begun.id)}`
}

function nameOf({ at, id }: Begun): string {
  return `${at}-${id.slice(0, 8)}`
}
