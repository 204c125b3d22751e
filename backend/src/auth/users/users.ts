import { traced } from '../../database/tracing.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { jsonb } from '../jsonb.ts'
import type { Queryable } from '../queryable.ts'
import { identityMetadata, type Metadata } from './metadata.ts'
import type { UserRow } from './user-row.ts'

/** The columns of a UserRow; expects auth.users under the alias `u`. */
export function userColumns(sql: Queryable) {
  return sql`u.*, (
    select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at, i.id), '[]')
    from auth.identities i where i.user_id = u.id
  ) as identities, (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
      'status', f.status, 'phone', f.phone, 'last_challenged_at', f.last_challenged_at, 'created_at', f.created_at,
      'updated_at', f.updated_at) order by f.created_at, f.id), '[]')
    from auth.mfa_factors f where f.user_id = u.id
  ) as factors`
}

export async function findUserByEmail(sql: Queryable, email: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u where lower(u.email) = ${email} and not u.is_sso_user`
  return user ?? null
}

export async function findUserByPhone(sql: Queryable, phone: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u where u.phone = ${phone} and not u.is_sso_user`
  return user ?? null
}

/** The columns that decide whether a correct password opens a session. */
export type SignInAccount = Pick<
  UserRow,
  'id' | 'email' | 'encrypted_password' | 'banned_until' | 'email_confirmed_at' | 'phone_confirmed_at'
>

/** Finds the account for a sign-in, with only the columns that are needed before the password is checked. */
export async function findToSignIn(
  sql: Queryable,
  by: { readonly email: string } | { readonly phone: string },
): Promise<SignInAccount | null> {
  const [account] = await sql<SignInAccount[]>`
    select id, email, encrypted_password, banned_until, email_confirmed_at, phone_confirmed_at from auth.users
    where ${'email' in by ? sql`lower(email) = ${by.email}` : sql`phone = ${by.phone}`} and not is_sso_user`
  return account ?? null
}

export async function findUserById(sql: Queryable, id: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`select ${userColumns(sql)} from auth.users u where u.id = ${id}`
  return user ?? null
}

/** Locks the account until the transaction ends: concurrent confirmations, changes and deletions wait. */
export async function lockUser(sql: Queryable, id: string): Promise<UserRow | null> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u where u.id = ${id} for no key update of u`
  return user ?? null
}

export function isBanned(user: Pick<UserRow, 'banned_until'>): boolean {
  return user.banned_until !== null && user.banned_until > new Date()
}

export interface NewEmailUser {
  readonly id?: string | undefined
  readonly email: string
  readonly passwordHash: string | null
  /** Supplied by the user; stored unchanged as user metadata. */
  readonly userMetadata: Metadata
  readonly appMetadata?: Metadata | undefined
  readonly identityData?: Metadata | undefined
  readonly role?: string | undefined
  readonly aud?: string | undefined
  readonly confirmed: boolean
  readonly invited?: boolean
}

/**
 * Inserts an account and its email identity in the caller's transaction, so that application triggers are part of it.
 * Returns null if the address has an account: the unique index decides, because two sign-ups can race.
 */
export async function insertEmailUser(sql: Queryable, user: NewEmailUser): Promise<UserRow | null> {
  const appMetadata = { provider: 'email', providers: ['email'], ...user.appMetadata }
  const [inserted] = await sql<{ id: string }[]>`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
      raw_app_meta_data, raw_user_meta_data)
    values (${user.id ?? sql`gen_random_uuid()`}, ${user.aud ?? 'authenticated'}, ${user.role ?? 'authenticated'},
      ${user.email}, ${user.passwordHash}, ${user.confirmed ? sql`now()` : null}, ${user.invited ? sql`now()` : null},
      ${jsonb(sql, appMetadata)}, ${jsonb(sql, user.userMetadata)})
    on conflict do nothing
    returning id`
  if (!inserted) return null
  await upsertEmailIdentity(sql, inserted.id, user.email, user.confirmed, identityMetadata(user.identityData ?? {}))
  return findUserById(sql, inserted.id)
}

export interface NewPhoneUser {
  readonly id?: string | undefined
  /** E.164 digits without the plus. */
  readonly phone: string
  readonly passwordHash: string | null
  readonly userMetadata: Metadata
  readonly appMetadata?: Metadata | undefined
  readonly role?: string | undefined
  readonly aud?: string | undefined
  readonly confirmed: boolean
}

/** The same for a phone number. Returns null if the number has an account. */
export async function insertPhoneUser(sql: Queryable, user: NewPhoneUser): Promise<UserRow | null> {
  const appMetadata = { provider: 'phone', providers: ['phone'], ...user.appMetadata }
  const [inserted] = await sql<{ id: string }[]>`
    insert into auth.users (id, aud, role, phone, encrypted_password, phone_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (${user.id ?? sql`gen_random_uuid()`}, ${user.aud ?? 'authenticated'}, ${user.role ?? 'authenticated'},
      ${user.phone}, ${user.passwordHash}, ${user.confirmed ? sql`now()` : null}, ${jsonb(sql, appMetadata)},
      ${jsonb(sql, user.userMetadata)})
    on conflict do nothing
    returning id`
  if (!inserted) return null
  await upsertPhoneIdentity(sql, inserted.id, user.phone, user.confirmed)
  return findUserById(sql, inserted.id)
}

/** Sets the number of the account's phone identity. */
export async function upsertPhoneIdentity(
  sql: Queryable,
  userId: string,
  phone: string,
  verified: boolean,
): Promise<void> {
  const identity = { sub: userId, phone, email_verified: false, phone_verified: verified }
  await sql`
    insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
    values (${userId}, ${userId}, 'phone', ${jsonb(sql, identity)}, now())
    on conflict (provider_id, provider) do update
    set identity_data = identities.identity_data || excluded.identity_data, updated_at = now()`
}

/** Sets the account's number to its own or the requested one, confirmed. */
export async function confirmPhone(sql: Queryable, userId: string, phone: string): Promise<void> {
  await sql`
    update auth.users set phone = ${phone}, phone_confirmed_at = now(), phone_change = null, phone_change_sent_at = null,
      is_anonymous = false, updated_at = now(),
      raw_user_meta_data = raw_user_meta_data || jsonb_build_object('phone', ${phone}::text, 'phone_verified', true)
    where id = ${userId}`
  await upsertPhoneIdentity(sql, userId, phone, true)
}

/** Sets the address of the account's email identity; for email the provider's id is the user's own. */
export async function upsertEmailIdentity(
  sql: Queryable,
  userId: string,
  email: string,
  verified: boolean,
  data: Metadata = {},
): Promise<void> {
  const identity = { ...data, sub: userId, email, email_verified: verified, phone_verified: false }
  await sql`
    insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
    values (${userId}, ${userId}, 'email', ${jsonb(sql, identity)}, now())
    on conflict (provider_id, provider) do update
    set identity_data = identities.identity_data || excluded.identity_data, updated_at = now()`
}

/** Confirms the account's current address. `user_metadata.email_verified` is for display, never for authorisation. */
export async function confirmEmail(sql: Queryable, user: UserRow): Promise<void> {
  await sql`
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), is_anonymous = false, updated_at = now(),
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
    where id = ${user.id}`
  if (user.email) await upsertEmailIdentity(sql, user.id, user.email, true)
}

/** Replaces the account's address with the requested one, confirmed. */
export async function replaceEmail(sql: Queryable, user: UserRow): Promise<void> {
  const email = user.email_change
  if (!email) throw new AuthError('otp_expired')
  await sql`
    update auth.users set email = ${email}, email_confirmed_at = now(), email_change = null, email_change_sent_at = null,
      email_change_confirm_status = 0, is_anonymous = false, updated_at = now(),
      raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', ${email}::text, 'email_verified', true)
    where id = ${user.id}`
  await upsertEmailIdentity(sql, user.id, email, true)
}

/** Updates `app_metadata.provider` and `.providers` from the identities, in the order in which they were added. */
export async function refreshProviders(sql: Queryable, userId: string): Promise<void> {
  await sql`
    update auth.users u set raw_app_meta_data = u.raw_app_meta_data
      || jsonb_build_object('provider', p.names -> 0, 'providers', p.names)
    from (
      select jsonb_agg(provider order by first_at) as names
      from (select provider, min(created_at) as first_at from auth.identities where user_id = ${userId} group by provider) i
    ) p
    where u.id = ${userId} and p.names is not null`
}

export async function setPassword(sql: Queryable, userId: string, passwordHash: string): Promise<void> {
  await sql`update auth.users set encrypted_password = ${passwordHash}, updated_at = now() where id = ${userId}`
}

/** Runs `work` in one transaction. The driver types a transaction's result too loosely to be used directly. */
export function inTransaction<T>(context: Pick<AuthContext, 'sql'>, work: (sql: Queryable) => Promise<T>): Promise<T> {
  // The driver maps arrays of queries to arrays of results; plain values like ours are returned unchanged.
  return traced('transaction', () => context.sql.begin((sql) => work(sql)) as Promise<T>)
}
