import { dataOf } from '../../app/failure.ts'
import { supabase } from '../../app/supabase.ts'
import { t } from '../../i18n/t.ts'

/** Something that happened about the account, as `my_account_activity()` tells it. */
export interface AccountEvent {
  readonly at: string
  readonly kind: string
  /** How many wrong passwords or codes; else 1. */
  readonly count: number
  readonly user_agent: string | null
  readonly network: string | null
  /** In this very session. */
  readonly current: boolean
  /** How, which or what; by the kind. */
  readonly detail: string | null
  readonly by_operator: boolean
}

export async function readActivity(): Promise<AccountEvent[]> {
  return dataOf(await supabase.rpc('my_account_activity')) as unknown as AccountEvent[] // jsonb, built by the function
}

const FACTORS: Readonly<Record<string, string>> = {
  totp: t('Authenticator app'),
  phone: t('Text message'),
  webauthn: t('Security key'),
  recovery_code: t('Recovery codes'),
}

/** Who did that is worth a second look: it may have been somebody else. */
const ALARMING = ['wrong_password', 'wrong_code', 'session_revoked']

export function isAlarming({ kind }: AccountEvent): boolean {
  return ALARMING.includes(kind)
}

/** What happened, in one line; null for what this page knows no words for. */
export function sentenceOfEvent(event: AccountEvent): string | null {
  const { kind, count, detail } = event
  if (kind === 'signed_in') return signedIn(detail)
  if (kind === 'signed_out') return signedOut(detail)
  if (kind === 'wrong_password') {
    return t('{count, plural, one {A wrong password} other {# wrong passwords in a row}}', { count })
  }
  if (kind === 'wrong_code') {
    return t('{count, plural, one {A wrong code at the second step} other {# wrong codes at the second step}}', {
      count,
    })
  }
  if (kind === 'factor_added' || kind === 'factor_removed') {
    const what = FACTORS[detail ?? ''] ?? t('Second step')
    return kind === 'factor_added' ? t('{what} added as a second step', { what }) : t('{what} removed', { what })
  }
  if (kind === 'identity_linked' || kind === 'identity_unlinked') {
    const provider = providerName(detail)
    return kind === 'identity_linked'
      ? t('{provider} linked to your account', { provider })
      : t('{provider} no longer linked to your account', { provider })
  }
  if (kind === 'app_let_in' || kind === 'app_taken_back') {
    const name = detail ?? t('An app without a name')
    return kind === 'app_let_in' ? t('{name} let in', { name }) : t('{name} no longer let in', { name })
  }
  return SENTENCES[kind] ?? null
}

const SENTENCES: Readonly<Record<string, string>> = {
  account_made: t('Account made'),
  password_changed: t('Password changed'),
  email_changed: t('Email address changed'),
  phone_changed: t('Phone number changed'),
  changed_by_operator: t('Account changed'),
  reset_asked: t('New password asked for'),
  codes_made: t('New recovery codes made'),
  passkey_added: t('Passkey added'),
  passkey_removed: t('Passkey removed'),
  session_revoked: t('A device signed out for safety: its old key was used again'),
  token_made: t('Access token made'),
  token_deleted: t('Access token ended'),
}

function signedIn(method: string | null): string {
  if (method === 'password') return t('Signed in with your password')
  if (method === 'passkey') return t('Signed in with a passkey')
  if (method === 'oauth' || method === 'sso/saml') return t('Signed in through another service')
  if (method === 'oauth_provider/authorization_code') return t('An app signed in')
  return t('Signed in')
}

function signedOut(scope: string | null): string {
  if (scope === 'global') return t('Signed out everywhere')
  if (scope === 'others') return t('All other devices signed out')
  return scope === 'device' ? t('Another device signed out') : t('Signed out')
}

/** Names that operators give begin with what they are. */
function providerName(provider: string | null): string {
  const name = (provider ?? '').replace(/^(custom|sso):/, '')
  return name === '' ? t('Another service') : name.charAt(0).toUpperCase() + name.slice(1)
}
