import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { requireProofAfterRecovery } from '../passwords/recovered.ts'
import type { Queryable } from '../queryable.ts'
import { mayRedirectTo } from '../redirects/redirects.ts'
import { requireUser, type SignedIn } from '../sessions/bearer.ts'
import { inTransaction } from '../users/users.ts'
import { type ClientRow, hashSecret, viewClientSummary } from './clients.ts'
import { redirectBack } from './redirect-back.ts'

/** A server or an app redeems its code right after the redirect. */
const CODE_SECONDS = 300

type AuthorizationRow = Pick<ClientRow, 'client_name' | 'client_uri' | 'logo_uri'> & {
  readonly id: string
  readonly authorization_id: string
  readonly client_id: string
  readonly user_id: string | null
  readonly redirect_uri: string
  readonly scopes: readonly string[]
  readonly state: string | null
  readonly status: string
}

const ConsentBody = Type.Object({ action: Type.Optional(Type.String()) })

/** Endpoints of the consent page. Only the user's own session may call them: an application can't authorise others. */
export const authorizations: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.get('/oauth/authorizations/:id', async (request) => {
    const person = await requireUserFromSite(context, request)
    return inTransaction(context, async (sql) => {
      const asked = await takeOver(sql, request, person)
      const [known] = await sql`
        select from auth.oauth_consents where user_id = ${person.user.id} and client_id = ${asked.client_id}
          and revoked_at is null and scopes @> ${[...asked.scopes]}`
      if (known) return { redirect_url: await approve(sql, asked, person) }
      return {
        authorization_id: asked.authorization_id,
        redirect_uri: asked.redirect_uri,
        client: viewClientSummary({ ...asked, id: asked.client_id }),
        user: { id: person.user.id, email: person.user.email ?? '' },
        scope: asked.scopes.join(' '),
      }
    })
  })

  app.post('/oauth/authorizations/:id/consent', { schema: { body: ConsentBody } }, async (request) => {
    const person = await requireUserFromSite(context, request)
    const { action } = request.body
    if (action !== 'approve' && action !== 'deny') throw invalid('action must be approve or deny')
    if (action === 'approve') await requireProofAfterRecovery(context, person)
    return inTransaction(context, async (sql) => {
      const asked = await takeOver(sql, request, person)
      if (action === 'deny') return { redirect_url: await deny(sql, asked) }
      await sql`
        insert into auth.oauth_consents (user_id, client_id, scopes)
        values (${person.user.id}, ${asked.client_id}, ${[...asked.scopes]})
        on conflict (user_id, client_id) do update set granted_at = now(), revoked_at = null,
          scopes = case when oauth_consents.revoked_at is null
            then array(select distinct unnest(oauth_consents.scopes || excluded.scopes)) else excluded.scopes end`
      const details = { client_id: asked.client_id, scopes: asked.scopes }
      await audit(sql, 'oauth_consent_granted', person.user, clientOf(request), details)
      return { redirect_url: await approve(sql, asked, person) }
    })
  })
}

/** @throws {AuthError} also for a page on another origin that has a user's token. */
async function requireUserFromSite(context: AuthContext, request: FastifyRequest): Promise<SignedIn> {
  const { origin } = request.headers
  if (origin !== undefined && !mayRedirectTo(context.config.auth, origin)) throw invalid('unauthorized request origin')
  return requireUser(context, request)
}

/** Locks a pending request; only the first user to open it can answer it. @throws {AuthError} */
async function takeOver(sql: Queryable, request: FastifyRequest, { user }: SignedIn): Promise<AuthorizationRow> {
  const { id } = request.params as { id: string } // both paths declare :id
  const [row] = await sql<AuthorizationRow[]>`
    select a.*, c.client_name, c.client_uri, c.logo_uri
    from auth.oauth_authorizations a join auth.oauth_clients c on c.id = a.client_id and c.deleted_at is null
    where a.authorization_id = ${id} and a.expires_at > now() and (a.user_id is null or a.user_id = ${user.id})
    for update of a`
  if (!row) throw new AuthError('oauth_authorization_not_found')
  if (row.status !== 'pending') throw invalid('authorization request cannot be processed')
  if (row.user_id === null) {
    await sql`update auth.oauth_authorizations set user_id = ${user.id} where id = ${row.id}`
  }
  return row
}

/** @returns the redirect target, with a single-use code */
async function approve(sql: Queryable, asked: AuthorizationRow, person: SignedIn): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await sql`
    update auth.oauth_authorizations set status = 'approved', authorization_code_hash = ${hashSecret(code)},
      aal = ${person.aal}, expires_at = now() + make_interval(secs => ${CODE_SECONDS}),
      factor_id = (select s.factor_id from auth.sessions s where s.id = ${person.sessionId})
    where id = ${asked.id}`
  return redirectBack(asked.redirect_uri, { code, ...(asked.state === null ? {} : { state: asked.state }) })
}

async function deny(sql: Queryable, asked: AuthorizationRow): Promise<string> {
  await sql`update auth.oauth_authorizations set status = 'denied' where id = ${asked.id}`
  const why = { error: 'access_denied', error_description: 'User denied the request' }
  return redirectBack(asked.redirect_uri, { ...why, ...(asked.state === null ? {} : { state: asked.state }) })
}
