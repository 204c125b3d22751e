import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { audit } from '../audit.ts'
import { clientOf } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { requireUserSession, type UserSession } from '../factors/user-session.ts'
import { requireProofAfterRecovery } from '../passwords/recovered.ts'
import type { Queryable } from '../queryable.ts'
import { inTransaction, lockUser } from '../users/users.ts'
import { authenticatorName } from './authenticator-names.ts'
import { beginCeremony, takeCeremony } from './passkey-challenge.ts'
import { type PasskeyRow, viewPasskey } from './passkey-row.ts'
import { creationOptions, type NewCredential, readCreation } from './webauthn.ts'

export const CeremonyAnswer = Type.Object({
  challenge_id: Type.Optional(Type.String()),
  credential: Type.Optional(Type.Unknown()),
})

const MAX_PASSKEYS = 10

/** POST /passkeys/registration/options and /verify: adds a passkey for the signed-in user. */
export const registerPasskey: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  app.post('/passkeys/registration/options', async (request) => {
    const person = await requirePasskeyManager(context, request)
    const rows = await context.sql<{ id: string; transports: string[] }[]>`
      select credential_id as id, transports from auth.webauthn_credentials where user_id = ${person.user.id}`
    if (rows.length >= MAX_PASSKEYS) throw new AuthError('too_many_passkeys')
    const options = await creationOptions(context, person.user, { residentKey: 'required', known: rows })
    return { ...(await beginCeremony(context, person.user.id, options.challenge)), options }
  })

  app.post('/passkeys/registration/verify', { schema: { body: CeremonyAnswer } }, async (request) => {
    const { user } = await requirePasskeyManager(context, request)
    const challenge = await takeCeremony(context, user.id, request.body)
    const made = await readCreation(context, request.body.credential, challenge)
    if (!made) throw new AuthError('webauthn_verification_failed')
    const passkey = await inTransaction(context, async (sql) => {
      const added = await insertPasskey(sql, user.id, made)
      await audit(sql, 'passkey_created', user, clientOf(request), { passkey_id: added.id })
      return added
    })
    context.emails.notify({ kind: 'passkey_added', user, details: { passkey: passkey.friendly_name ?? 'Passkey' } })
    return viewPasskey(passkey)
  })
}

/** Authenticates a user who may add or remove passkeys. */
export async function requirePasskeyManager(
  context: AuthContext,
  request: Parameters<typeof requireUserSession>[1],
): Promise<UserSession> {
  const person = await requireUserSession(context, request)
  if (person.user.is_sso_user) throw invalid('Passkeys are not available to single sign-on users')
  await requireProofAfterRecovery(context, person)
  return person
}

async function insertPasskey(sql: Queryable, userId: string, made: NewCredential): Promise<PasskeyRow> {
  await lockUser(sql, userId)
  const [room] = await sql<{ passkeys: number }[]>`
    select count(*)::int as passkeys from auth.webauthn_credentials where user_id = ${userId}`
  if ((room?.passkeys ?? 0) >= MAX_PASSKEYS) throw new AuthError('too_many_passkeys')
  const [passkey] = await sql<PasskeyRow[]>`
    insert into auth.webauthn_credentials
      (user_id, credential_id, public_key, sign_count, transports, aaguid, backed_up, friendly_name)
    values (${userId}, ${made.id}, ${Buffer.from(made.publicKey)}, ${made.counter}, ${[...made.transports]}, ${made.aaguid},
      ${made.backedUp}, ${authenticatorName(made.aaguid)})
    on conflict (credential_id) do nothing returning *`
  if (!passkey) throw new AuthError('webauthn_credential_exists')
  return passkey
}
