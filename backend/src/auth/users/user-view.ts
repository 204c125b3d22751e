import { randomUUID } from 'node:crypto'
import type { Metadata } from './metadata.ts'
import type { FactorSummary, IdentityRow, UserRow } from './user-row.ts'

/** A user in API responses. Built field by field, so that a new column is never exposed by accident. */
export function viewUser(user: UserRow) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    email_confirmed_at: time(user.email_confirmed_at),
    phone_confirmed_at: time(user.phone_confirmed_at),
    confirmed_at: time(user.confirmed_at),
    invited_at: time(user.invited_at),
    confirmation_sent_at: time(user.confirmation_sent_at),
    recovery_sent_at: time(user.recovery_sent_at),
    new_email: user.email_change ?? undefined,
    email_change_sent_at: time(user.email_change_sent_at),
    new_phone: user.phone_change ?? undefined,
    phone_change_sent_at: time(user.phone_change_sent_at),
    reauthentication_sent_at: time(user.reauthentication_sent_at),
    last_sign_in_at: time(user.last_sign_in_at),
    banned_until: time(user.banned_until),
    deleted_at: time(user.deleted_at),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map(viewIdentity),
    factors: user.factors.length > 0 ? user.factors.map(viewFactor) : undefined,
    created_at: time(user.created_at),
    updated_at: time(user.updated_at),
    is_anonymous: user.is_anonymous,
  }
}

/** What an application may see under the scopes that the user granted, in the same shape. */
export function viewUserForApplication(user: UserRow, scopes: readonly string[]): UserView {
  return {
    ...viewUser({
      ...user,
      email: scopes.includes('email') ? user.email : null,
      phone: scopes.includes('phone') ? user.phone : null,
      email_change: null,
      phone_change: null,
      raw_app_meta_data: {},
      raw_user_meta_data: scopes.includes('profile') ? user.raw_user_meta_data : {},
      identities: [],
      factors: [],
    }),
  }
}

export type UserView = ReturnType<typeof viewUser>

function viewIdentity(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: time(identity.last_sign_in_at),
    created_at: time(identity.created_at),
    updated_at: time(identity.updated_at),
    email: identity.email ?? undefined,
  }
}

/** A factor in API responses. */
export function viewFactor(factor: FactorSummary) {
  return {
    id: factor.id,
    created_at: time(factor.created_at),
    updated_at: time(factor.updated_at),
    status: factor.status,
    friendly_name: factor.friendly_name || undefined,
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    last_challenged_at: time(factor.last_challenged_at) ?? null,
  }
}

/**
 * The response to a sign-up for an address that already has an account: looks like a new user and reveals nothing about the
 * real one, so it is built from scratch. Applications recognise it by its empty `identities`.
 */
export function viewFakeUser({ email = '', phone = '' }: { email?: string; phone?: string }, data: Metadata) {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone,
    confirmation_sent_at: now,
    app_metadata: email ? { provider: 'email', providers: ['email'] } : { provider: 'phone', providers: ['phone'] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

function time(value: Date | string | null): string | undefined {
  return value === null ? undefined : new Date(value).toISOString()
}
