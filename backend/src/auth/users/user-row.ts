import type { Metadata } from './metadata.ts'

export interface IdentityRow {
  readonly id: string
  readonly provider_id: string
  readonly user_id: string
  readonly identity_data: Metadata
  readonly provider: string
  readonly email: string | null
  readonly last_sign_in_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** A factor without its secret. */
export interface FactorSummary {
  readonly id: string
  readonly friendly_name: string | null
  readonly factor_type: string
  readonly status: 'unverified' | 'verified'
  readonly phone: string | null
  readonly last_challenged_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** A row of auth.users with its identities and its factors, oldest first. */
export interface UserRow {
  readonly id: string
  readonly aud: string
  readonly role: string
  readonly email: string | null
  readonly encrypted_password: string | null
  readonly email_confirmed_at: Date | null
  readonly invited_at: Date | null
  readonly confirmation_sent_at: Date | null
  readonly recovery_sent_at: Date | null
  readonly email_change: string | null
  readonly email_change_sent_at: Date | null
  readonly email_change_confirm_status: number
  readonly phone: string | null
  readonly phone_confirmed_at: Date | null
  readonly phone_change: string | null
  readonly phone_change_sent_at: Date | null
  readonly reauthentication_sent_at: Date | null
  readonly confirmed_at: Date | null
  readonly last_sign_in_at: Date | null
  readonly raw_app_meta_data: Metadata
  readonly raw_user_meta_data: Metadata
  readonly banned_until: Date | null
  readonly deleted_at: Date | null
  readonly is_sso_user: boolean
  readonly is_anonymous: boolean
  readonly created_at: Date
  readonly updated_at: Date
  readonly identities: readonly IdentityRow[]
  readonly factors: readonly FactorSummary[]
}
