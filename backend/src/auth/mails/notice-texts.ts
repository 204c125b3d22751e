/** What an account's owner is told of by mail, without having asked. The first seven are GoTrue's. */
export const NOTICE_KINDS = [
  'password_changed',
  'email_changed',
  'phone_changed',
  'identity_linked',
  'identity_unlinked',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
  'passkey_added',
  'passkey_removed',
  'new_sign_in',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

interface NoticeText {
  readonly subject: string
  readonly line: string
  readonly footnote: string
}

const NOT_YOU = 'If that was not you, reset your password at once: everybody else is signed out by it.'

/** The words alone. `{brand}`, `{email}` and the details of the notice stand in braces. */
export const NOTICE_TEXTS: Readonly<Record<NoticeKind, NoticeText>> = {
  password_changed: {
    subject: 'Your {brand} password was changed',
    line: 'The password of {email} was changed just now, and your other devices were signed out.',
    footnote: NOT_YOU,
  },
  email_changed: {
    subject: 'Your {brand} address was changed',
    line: 'Your account now belongs to {newEmail}. This address, {oldEmail}, no longer opens it.',
    footnote: 'If that was not you, write to us at once, from this address.',
  },
  phone_changed: {
    subject: 'Your {brand} phone number was changed',
    line: 'The phone number of {email} was changed. It now ends in {lastDigits}.',
    footnote: NOT_YOU,
  },
  identity_linked: {
    subject: 'A way to sign in was added to your {brand} account',
    line: 'From now on {provider} opens the account of {email} as well.',
    footnote: NOT_YOU,
  },
  identity_unlinked: {
    subject: 'A way to sign in was removed from your {brand} account',
    line: '{provider} no longer opens the account of {email}.',
    footnote: NOT_YOU,
  },
  mfa_factor_enrolled: {
    subject: 'Two-step sign-in is on for your {brand} account',
    line: '{factor} was added to the account of {email}. It is asked for when you sign in.',
    footnote: NOT_YOU,
  },
  mfa_factor_unenrolled: {
    subject: 'A second step was removed from your {brand} account',
    line: '{factor} was removed from the account of {email}.',
    footnote: NOT_YOU,
  },
  passkey_added: {
    subject: 'A passkey was added to your {brand} account',
    line: 'The passkey “{passkey}” now opens the account of {email}.',
    footnote: NOT_YOU,
  },
  passkey_removed: {
    subject: 'A passkey was removed from your {brand} account',
    line: 'The passkey “{passkey}” no longer opens the account of {email}.',
    footnote: NOT_YOU,
  },
  new_sign_in: {
    subject: 'A new sign-in to your {brand} account',
    line: 'Somebody signed in to {email} with a device or from a network that you had not used before: {device}, {network}, {time}.',
    footnote: `If it was you, there is nothing to do. ${NOT_YOU}`,
  },
}

/** How factors are called in a sentence. */
export const FACTOR_NAMES: Readonly<Record<string, string>> = {
  totp: 'An authenticator app',
  phone: 'A phone number for codes',
  webauthn: 'A security key',
  recovery_code: 'A set of recovery codes',
}
