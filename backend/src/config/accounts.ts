import { FLAG, isOn, listOf, matching, numberOf, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

export type AccountRules = Readonly<{
  redirectAllowList: readonly string[]
  /** False closes the door for new accounts; administrators still make them. */
  signups: boolean
  /** True lets people begin without an address; they may add one later and keep everything. */
  anonymous: boolean
  /** After how many days without use such an account is removed; null keeps it. */
  anonymousDays: number | null
  /** True confirms an e-mail address at sign-up, without a mail. */
  autoconfirm: boolean
  /** True lets people have an account by phone number. */
  phone: boolean
  /** True confirms a phone number without a text message. */
  smsAutoconfirm: boolean
  smsOtpSeconds: number
  /** Numbers that are never sent anything, and the code that counts for each. */
  testOtps: ReadonlyMap<string, string>
  /** The least time between two mails of one kind to one user. */
  mailGapSeconds: number
  otpSeconds: number
  /** What a new password asks for, beside a session. */
  passwordUpdate: Readonly<{
    /** A code from a mail, when the session is older than a day. */
    reauthentication: boolean
    currentPassword: boolean
  }>
  /** True tells people by mail what changed about the way into their account. */
  notices: boolean
  /** Where an operator's own words for mails and text messages are, one file for each language; null keeps ours. */
  wordsDir: string | null
  /** Domains of addresses that are thrown away after use; empty refuses none. */
  disposable: Readonly<{ isOn: boolean; file: string | null }>
}>

export const ACCOUNT_VARIABLES = {
  AUTH_SIGNUPS: { ...FLAG, default: '1', help: '0 disables sign-up' },
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
  AUTH_PHONE: { ...FLAG, default: '0', help: '1 allows accounts with a phone number' },
  AUTH_SMS_AUTOCONFIRM: {
    ...FLAG,
    otherwise: '1 without a gateway',
    help: '1 confirms phone numbers without sending a message',
  },
  AUTH_TEST_OTPS: {
    ...matching(
      '^[1-9][0-9]{1,14}=[0-9]{6}(,[1-9][0-9]{1,14}=[0-9]{6})*$',
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
    ...FLAG,
    default: '1',
    help: '1 sends emails about account changes and sign-ins from new devices',
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

/** @param sends  whether there is somebody to hand mails and text messages to */
export function readAccountRules(
  env: Values<typeof ACCOUNT_VARIABLES>,
  sends: { readonly mails: boolean; readonly sms: boolean },
): AccountRules {
  return {
    redirectAllowList: listOf(env.AUTH_REDIRECT_URLS),
    signups: isOn(env.AUTH_SIGNUPS),
    anonymous: isOn(env.AUTH_ANONYMOUS),
    anonymousDays: numberOf(env.AUTH_ANONYMOUS_DAYS),
    // Without a mail server nobody could click a confirmation link, so a fresh clone confirms at once.
    autoconfirm: env.AUTH_AUTOCONFIRM === undefined ? !sends.mails : isOn(env.AUTH_AUTOCONFIRM),
    phone: isOn(env.AUTH_PHONE),
    smsAutoconfirm: env.AUTH_SMS_AUTOCONFIRM === undefined ? !sends.sms : isOn(env.AUTH_SMS_AUTOCONFIRM),
    smsOtpSeconds: 60,
    testOtps: new Map(listOf(env.AUTH_TEST_OTPS).map((pair) => pair.split('=') as [string, string])), // the pattern says so
    mailGapSeconds: Number(env.AUTH_SEND_GAP),
    otpSeconds: 86_400,
    passwordUpdate: {
      reauthentication: isOn(env.AUTH_REAUTHENTICATION),
      currentPassword: isOn(env.AUTH_CURRENT_PASSWORD),
    },
    notices: isOn(env.AUTH_NOTICES),
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
