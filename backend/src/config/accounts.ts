import { FLAG, isOn, listOf, matching, numberOf, SECONDS, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

export type AccountRules = Readonly<{
  redirectAllowList: readonly string[]
  /** False disables sign-up; administrators can still create accounts. */
  signups: boolean
  /** False disables sign-up and sign-in by email address. */
  email: boolean
  /** True allows anonymous accounts, which can add an address later and keep their data. */
  anonymous: boolean
  /** Days of inactivity after which an anonymous account is removed; null keeps it. */
  anonymousDays: number | null
  /** Days after which the security history of accounts is deleted; null keeps it as long as the account. */
  auditDays: number | null
  /** True confirms email addresses at sign-up without sending an email. */
  autoconfirm: boolean
  /** True allows accounts with a phone number. */
  phone: boolean
  /** True confirms phone numbers without a text message. */
  smsAutoconfirm: boolean
  smsOtpSeconds: number
  /** Numbers that never receive messages, with the code accepted for each. */
  testOtps: ReadonlyMap<string, string>
  /** Minimum time between two emails of one kind to one user. */
  mailGapSeconds: number
  otpSeconds: number
  /** Length of codes in emails and in text messages. */
  otpDigits: number
  smsOtpDigits: number
  /** Whether a change of address is confirmed at both addresses, or at the new one alone. */
  doubleConfirm: boolean
  /** Whether a code request for a missing account is refused, which discloses who has one. */
  revealsAccounts: boolean
  /** Requirements for a new password, besides a session. */
  passwordUpdate: Readonly<{
    /** A code sent by email, when the session is older than a day. */
    reauthentication: boolean
    currentPassword: boolean
  }>
  /** Security changes of which the owner is notified by email: all, none, or some. */
  notices: boolean | readonly string[]
  /** Folder of the operator's own email and text message templates, one file per language; null for the built-in ones. */
  wordsDir: string | null
  /** Domains of disposable email addresses; empty refuses none. */
  disposable: Readonly<{ isOn: boolean; file: string | null }>
}>

export const ACCOUNT_VARIABLES = {
  SITE_URL: {
    ...matching('^[a-zA-Z][a-zA-Z0-9+.-]*://[^\\s]+$', 'an address with its scheme'),
    otherwise: 'PUBLIC_URL',
    help: 'address of your site, where links in emails and sign-ins at providers lead by default',
  },
  AUTH_SIGNUPS: { ...FLAG, default: '1', help: '0 disables sign-up' },
  AUTH_EMAIL: { ...FLAG, default: '1', help: '0 disables sign-up and sign-in by email address' },
  AUTH_AUTOCONFIRM: {
    ...FLAG,
    otherwise: '1 without a mail server',
    help: '1 confirms email addresses without sending an email',
  },
  AUTH_REDIRECT_URLS: {
    ...TEXT,
    expected: 'addresses with a comma between them',
    help: 'additional redirect URLs allowed in emails, as patterns',
  },
  AUTH_ANONYMOUS: { ...FLAG, default: '0', help: '1 allows anonymous accounts' },
  AUTH_ANONYMOUS_DAYS: {
    ...matching('^[1-9][0-9]{0,4}$', 'a whole number of days above 0'),
    help: 'days of inactivity after which anonymous accounts are deleted',
  },
  AUTH_AUDIT_DAYS: {
    ...matching('^[1-9][0-9]{0,4}$', 'a whole number of days above 0'),
    help: 'days after which entries of the audit log are deleted; kept if unset',
  },
  AUTH_PHONE: { ...FLAG, default: '0', help: '1 allows accounts with a phone number' },
  AUTH_SMS_AUTOCONFIRM: {
    ...FLAG,
    otherwise: '1 without a gateway',
    help: '1 confirms phone numbers without sending a message',
  },
  AUTH_TEST_OTPS: {
    ...matching(
      '^[1-9][0-9]{1,14}=[0-9]{6,10}(,[1-9][0-9]{1,14}=[0-9]{6,10})*$',
      'numbers without a plus and their codes, as in 15550001111=123456, with a comma between them',
    ),
    help: 'test phone numbers with their fixed codes; nothing is sent to them',
  },
  AUTH_REAUTHENTICATION: {
    ...FLAG,
    default: '0',
    help: '1 requires an emailed code to change the password in sessions older than a day',
  },
  AUTH_CURRENT_PASSWORD: { ...FLAG, default: '0', help: '1 requires the current password to change it' },
  AUTH_NOTICES: {
    ...matching('^(0|1|true|false|[a-z_]+(,[a-z_]+)*)$', '0, 1 or names with a comma between them'),
    default: '1',
    help: '1 sends emails about account changes and sign-ins from new devices; names such as `password_changed,email_changed` only those',
  },
  AUTH_WORDS_DIR: {
    ...TEXT,
    expected: 'the path of a folder with files such as de.json',
    help: 'folder with custom texts of emails and text messages',
  },
  AUTH_SEND_GAP: {
    ...matching('^(0|[1-9][0-9]{0,4})$', 'a whole number of seconds'),
    default: '60',
    help: 'minimum seconds between two emails or messages of one kind to one user',
  },
  AUTH_OTP_DIGITS: {
    ...matching('^([6-9]|10)$', 'a number from 6 to 10'),
    default: '6',
    help: 'length of codes in emails',
  },
  AUTH_SMS_OTP_DIGITS: {
    ...matching('^([6-9]|10)$', 'a number from 6 to 10'),
    default: '6',
    help: 'length of codes in text messages',
  },
  AUTH_DOUBLE_CONFIRM: {
    ...FLAG,
    default: '1',
    help: '1 has a change of address confirmed at both addresses, 0 at the new one alone',
  },
  AUTH_REVEAL_ACCOUNTS: {
    ...FLAG,
    default: '0',
    help: '1 refuses a code for sign-in where there is no account, as Supabase does; strangers then learn who has one',
  },
  AUTH_OTP_SECONDS: { ...SECONDS, default: '86400', help: 'lifetime of codes and links in emails' },
  AUTH_SMS_OTP_SECONDS: { ...SECONDS, default: '60', help: 'lifetime of codes in text messages' },
  AUTH_REFUSE_DISPOSABLE: {
    ...FLAG,
    otherwise: '1 with AUTH_DISPOSABLE_FILE, else 0',
    help: '1 rejects disposable email addresses',
  },
  AUTH_DISPOSABLE_FILE: {
    ...TEXT,
    expected: 'the path of a file with one domain a line',
    otherwise: 'a bundled list',
    help: 'list of disposable email domains',
  },
} as const satisfies Variables

/** @param sends  whether gateways for emails and text messages are configured */
export function readAccountRules(
  env: Values<typeof ACCOUNT_VARIABLES>,
  sends: { readonly emails: boolean; readonly sms: boolean },
): AccountRules {
  return {
    redirectAllowList: listOf(env.AUTH_REDIRECT_URLS),
    signups: isOn(env.AUTH_SIGNUPS),
    email: isOn(env.AUTH_EMAIL),
    anonymous: isOn(env.AUTH_ANONYMOUS),
    anonymousDays: numberOf(env.AUTH_ANONYMOUS_DAYS),
    auditDays: numberOf(env.AUTH_AUDIT_DAYS),
    // Without a mail server confirmation links cannot be sent, so a fresh clone confirms immediately.
    autoconfirm: env.AUTH_AUTOCONFIRM === undefined ? !sends.emails : isOn(env.AUTH_AUTOCONFIRM),
    phone: isOn(env.AUTH_PHONE),
    smsAutoconfirm: env.AUTH_SMS_AUTOCONFIRM === undefined ? !sends.sms : isOn(env.AUTH_SMS_AUTOCONFIRM),
    smsOtpSeconds: Number(env.AUTH_SMS_OTP_SECONDS),
    testOtps: new Map(listOf(env.AUTH_TEST_OTPS).map((pair) => pair.split('=') as [string, string])), // guaranteed by the pattern
    mailGapSeconds: Number(env.AUTH_SEND_GAP),
    otpSeconds: Number(env.AUTH_OTP_SECONDS),
    otpDigits: Number(env.AUTH_OTP_DIGITS),
    smsOtpDigits: Number(env.AUTH_SMS_OTP_DIGITS),
    doubleConfirm: isOn(env.AUTH_DOUBLE_CONFIRM),
    revealsAccounts: isOn(env.AUTH_REVEAL_ACCOUNTS),
    passwordUpdate: {
      reauthentication: isOn(env.AUTH_REAUTHENTICATION),
      currentPassword: isOn(env.AUTH_CURRENT_PASSWORD),
    },
    notices: /^(0|1|true|false)$/.test(env.AUTH_NOTICES) ? isOn(env.AUTH_NOTICES) : listOf(env.AUTH_NOTICES),
    wordsDir: env.AUTH_WORDS_DIR ?? null,
    disposable: {
      isOn:
        env.AUTH_REFUSE_DISPOSABLE === undefined
          ? env.AUTH_DISPOSABLE_FILE !== undefined
          : isOn(env.AUTH_REFUSE_DISPOSABLE),
      file: env.AUTH_DISPOSABLE_FILE ?? null,
    },
  }
}
