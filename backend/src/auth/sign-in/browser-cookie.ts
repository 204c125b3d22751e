import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'
import { derivedSecret } from '../derived-secret.ts'

/** How people come back from where they sign in: by a link, or by a form that the page there sends. */
interface Return {
  /** Our address that they come back to. */
  readonly url: string
  readonly by: 'link' | 'form'
  readonly withinSeconds: number
}

/** What somebody began, and at which kind of place elsewhere they go on with it. */
interface Begun {
  readonly at: 'oauth' | 'saml'
  readonly id: string
}

/** Only the browser that began may come back: nobody can be signed in to, or linked with, somebody else's account. */
export function bindToBrowser(context: AuthContext, reply: FastifyReply, begun: Begun, back: Return): void {
  const isSecure = context.issuer.startsWith('https:')
  // Lax cookies stay behind when another site sends a form.
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
