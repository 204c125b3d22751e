import { type JWTPayload, jwtVerify } from 'jose'
import type { FunctionHandler } from 'souk-backend/functions'
import { z } from 'zod'
import { UNSUBSCRIBE } from '../../contract/notifications/notifications.ts'
import { paths } from '../../contract/paths.ts'
import { refusalAnswer } from '../../contract/refusals/explain.ts'

const Grant = z.object({ sub: z.uuid(), about: z.array(z.string().max(80)).min(1).max(20) })

/**
 * Unsubscribes the holder of a signed link from emails, without signing in. POST does so immediately, as email clients do (RFC 8058); GET redirects
 * to a confirmation page, because link scanners must not change anything.
 */
export const handle: FunctionHandler = async (request, { env, supabaseAdmin, log }) => {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  if (request.method === 'GET') {
    return new Response(null, { status: 303, headers: { location: paths.unsubscribe(token) } })
  }
  if (request.method !== 'POST') return refusalAnswer({ code: 'SK901' })

  const grant = await readGrant(token, env.UNSUBSCRIBE_KEY ?? '')
  if (!grant) return refusalAnswer({ code: 'SK915' })
  const about: string[] = []
  for (const what of grant.about) {
    // The signature proves that this user was sent the link. Nobody is signed in, so the caller has no other rights.
    const { data, error } = await supabaseAdmin.rpc('unsubscribe', { person: grant.sub, what })
    if (error) throw new Error(error.message)
    if (typeof data === 'string') about.push(data)
  }
  log.info('unsubscribed by link', { about: grant.about })
  return Response.json({ about })
}

async function readGrant(token: string, key: string): Promise<z.infer<typeof Grant> | null> {
  let claims: JWTPayload
  try {
    const { payload } = await jwtVerify(token, Buffer.from(key, 'base64url'), {
      audience: UNSUBSCRIBE.audience,
      algorithms: [UNSUBSCRIBE.algorithm],
    })
    claims = payload
  } catch {
    return null // invalid or truncated: the page shows an error
  }
  return Grant.safeParse(claims).data ?? null
}
