import { type JWTPayload, jwtVerify } from 'jose'
import type { FunctionHandler } from 'souk-backend/functions'
import { z } from 'zod'
import { UNSUBSCRIBE } from '../../contract/notifications/notifications.ts'
import { paths } from '../../contract/paths.ts'
import { refusalAnswer } from '../../contract/refusals/explain.ts'

const Grant = z.object({ sub: z.uuid(), about: z.array(z.string().max(80)).min(1).max(20) })

/**
 * Ends mails about something for whoever holds the link, without signing in. POST does it at once, as mail programs do
 * (RFC 8058); GET leads to the page that asks first, because programs that look at links must change nothing.
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
    // The signature says that this person was sent the link; nobody is signed in, so the caller's own rights are none.
    const { data, error } = await supabaseAdmin.rpc('unsubscribe', { person: grant.sub, what })
    if (error) throw new Error(error.message)
    if (typeof data === 'string') about.push(data)
  }
  log.info('mails were ended by link', { about: grant.about })
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
    return null // not ours, or cut off on the way: said to the reader
  }
  return Grant.safeParse(claims).data ?? null
}
