import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { newPersonalToken } from '../../jwt/personal-token.ts'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { requireUserSession } from '../factors/user-session.ts'
import { requireProofAfterRecovery } from '../passwords/recovered.ts'
import type { Queryable } from '../queryable.ts'
import { isUuid } from '../sessions/bearer.ts'
import { inTransaction, lockUser } from '../users/users.ts'

const MAX_TOKENS = 20
const LONGEST_NAME = 60
const LIFETIMES_DAYS = [30, 90, 365]

const NewToken = Type.Object({
  name: Type.String(),
  /** `write` includes reading. */
  scope: Type.Union([Type.Literal('read'), Type.Literal('write')]),
  expires_in_days: Type.Integer(),
})

interface TokenRow {
  readonly id: string
  readonly name: string
  readonly hint: string
  readonly scopes: string[]
  readonly created_at: Date
  readonly expires_at: Date
  readonly last_used_at: Date | null
}

/**
 * GET, POST and DELETE /personal-tokens: tokens for a user's own programs. They require a session, which must have verified the
 * second factor if there is one: a token can't create, list or delete tokens.
 */
export const personalTokens: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.get('/personal-tokens', async (request) => {
    const { user } = await requireUserSession(context, request)
    const rows = await context.sql<TokenRow[]>`
      select ${tokenColumns(context.sql)} from auth.personal_tokens
      where user_id = ${user.id} and expires_at > now() order by created_at desc, id`
    return rows.map(viewToken)
  })

  const options = { onRequest: context.limit('personalTokens'), schema: { body: NewToken } }
  app.post('/personal-tokens', options, async (request, reply) => {
    const person = await requireUserSession(context, request)
    await requireProofAfterRecovery(context, person)
    const { user, aal } = person
    const wanted = readWanted(request.body)
    const made = newPersonalToken()
    const row = await inTransaction(context, async (sql) => {
      await lockUser(sql, user.id)
      await requireTokenLimit(sql, user.id)
      const [row] = await sql<TokenRow[]>`
        insert into auth.personal_tokens (user_id, name, token_hash, hint, scopes, aal, expires_at)
        values (${user.id}, ${wanted.name}, ${made.hash}, ${made.hint}, ${wanted.scopes}, ${aal},
          now() + make_interval(days => ${wanted.days}))
        returning ${tokenColumns(sql)}`
      if (!row) throw new Error('The token was not stored.')
      await audit(sql, 'personal_token_created', user, clientOf(request), { token_id: row.id, scopes: wanted.scopes })
      return row
    })
    context.emails.notify({ kind: 'access_token_made', user, details: { token: wanted.name } })
    return reply.code(201).send({ ...viewToken(row), token: made.token })
  })

  app.delete('/personal-tokens/:id', async (request, reply) => {
    const { user } = await requireUserSession(context, request)
    const { id } = request.params as { id: string } // the path declares :id
    if (!isUuid(id)) throw unknownToken()
    await inTransaction(context, async (sql) => {
      const gone = await sql`delete from auth.personal_tokens where id = ${id} and user_id = ${user.id}`
      if (gone.count === 0) throw unknownToken()
      await audit(sql, 'personal_token_deleted', user, clientOf(request), { token_id: id })
    })
    return reply.code(204).send()
  })
}

function readWanted({ name, scope, expires_in_days: days }: Static<typeof NewToken>) {
  const said = name.trim()
  if ([...said].length < 1 || [...said].length > LONGEST_NAME) {
    throw invalid(`name must be between 1 and ${LONGEST_NAME} characters`)
  }
  if (!LIFETIMES_DAYS.includes(days)) throw invalid(`expires_in_days must be one of ${LIFETIMES_DAYS.join(', ')}`)
  return { name: said, scopes: scope === 'write' ? ['read', 'write'] : ['read'], days }
}

async function requireTokenLimit(sql: Queryable, userId: string): Promise<void> {
  const [room] = await sql<{ tokens: number }[]>`
    select count(*)::int as tokens from auth.personal_tokens where user_id = ${userId} and expires_at > now()`
  if ((room?.tokens ?? 0) >= MAX_TOKENS) throw new AuthError('too_many_personal_tokens')
}

function tokenColumns(sql: Queryable) {
  return sql`id, name, hint, scopes, created_at, expires_at, last_used_at`
}

function viewToken({ id, name, hint, scopes, created_at, expires_at, last_used_at }: TokenRow) {
  const scope = scopes.includes('write') ? 'write' : 'read'
  return { id, name, hint, scope, created_at, expires_at, last_used_at }
}

function unknownToken(): AuthError {
  return new AuthError('validation_failed', { status: 404, message: 'Token not found' })
}
