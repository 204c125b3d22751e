import { jsonOf } from '../../../../contract/json-of.ts'
import { t } from '../../i18n/t.ts'
import { dataOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'

/** An event of `my_account_activity()`. */
export interface AccountEvent {
  readonly at: string
  readonly kind: string
  /** Number of failed attempts; otherwise 1. */
  readonly count: number
  readonly user_agent: string | null
  readonly network: string | null
  readonly current: boolean
  /** Method or object, depending on the kind. */
  readonly detail: string | null
  readonly by_operator: boolean
}

export async function readActivity(): Promise<AccountEvent[]> {
  return jsonOf<AccountEvent[]>(dataOf(await supabase.rpc('my_account_activity')))
}

const FACTORS: Readonly<Record<string, string>> = {
  totp: t('security.authenticatorApp'),
  phone: t('security.textMessage'),
  webauthn: t('security.securityKey'),
  recovery_code: t('security.recoveryCodes'),
}

/** Events worth checking. */
const ALARMING = ['wrong_password', 'wrong_code', 'session_revoked']

export function isAlarming({ kind }: AccountEvent): boolean {
  return ALARMING.includes(kind)
}

/** An event in one line; null for unknown kinds. */
export function sentenceOfEvent(event: AccountEvent): string | null {
  const { kind, count, detail } = event
  if (kind === 'signed_in') return signedIn(detail)
  if (kind === 'signed_out') return signedOut(detail)
  if (kind === 'wrong_password') {
    return t('security.activity.wrongPasswords', { count })
  }
  if (kind === 'wrong_code') {
    return t('security.activity.wrongCodes', {
      count,
    })
  }
  if (kind === 'factor_added' || kind === 'factor_removed') {
    const what = FACTORS[detail ?? ''] ?? t('security.secondStep')
    return kind === 'factor_added'
      ? t('security.activity.stepAdded', { what })
      : t('security.activity.removed', { what })
  }
  if (kind === 'identity_linked' || kind === 'identity_unlinked') {
    const provider = providerName(detail)
    return kind === 'identity_linked'
      ? t('security.activity.linked', { provider })
      : t('security.activity.unlinked', { provider })
  }
  if (kind === 'app_let_in' || kind === 'app_taken_back') {
    const name = detail ?? t('security.activity.namelessApp')
    return kind === 'app_let_in'
      ? t('security.activity.appConnected', { name })
      : t('security.activity.appRemoved', { name })
  }
  return SENTENCES[kind] ?? null
}

const SENTENCES: Readonly<Record<string, string>> = {
  account_made: t('security.accountCreated'),
  password_changed: t('security.passwordChanged'),
  email_changed: t('security.emailAddressChanged'),
  phone_changed: t('security.phoneNumberChanged'),
  changed_by_operator: t('security.accountChanged'),
  reset_asked: t('security.activity.newPasswordAsked'),
  codes_made: t('security.activity.newCodes'),
  passkey_added: t('security.passkeyAdded'),
  passkey_removed: t('security.passkeyRemoved'),
  session_revoked: t('security.activity.keyReused'),
  token_made: t('security.accessTokenCreated'),
  token_deleted: t('security.accessTokenEnded'),
}

function signedIn(method: string | null): string {
  if (method === 'password') return t('security.activity.withPassword')
  if (method === 'passkey') return t('security.activity.withPasskey')
  if (method === 'oauth' || method === 'sso/saml') return t('security.activity.withProvider')
  if (method === 'oauth_provider/authorization_code') return t('security.activity.appSignedIn')
  return t('security.signedIn')
}

function signedOut(scope: string | null): string {
  if (scope === 'global') return t('security.signedOutEverywhere')
  if (scope === 'others') return t('security.activity.allOthersOut')
  return scope === 'device' ? t('security.activity.otherOut') : t('security.signedOut')
}

/** Custom providers have a `custom:` prefix. */
function providerName(provider: string | null): string {
  const name = (provider ?? '').replace(/^(custom|sso):/, '')
  return name === '' ? t('security.anotherService') : name.charAt(0).toUpperCase() + name.slice(1)
}
