import { setMarketCurrency } from '../../../contract/money/money.ts'

/** A captcha as its service gives it to pages. */
export interface CaptchaWidget {
  readonly provider: 'turnstile' | 'hcaptcha'
  readonly siteKey: string
  readonly scriptUrl: string
}

/** What the server tells the page about this installation. It is public: nothing secret is ever in it. */
export interface AppConfig {
  /** Origin of the backend, without a trailing slash. */
  readonly url: string
  readonly publishableKey: string
  readonly brandName: string
  /** The operator's own hue for the brand, in degrees; null is the designed one. */
  readonly brandHue: number | null
  /** The operator's own logo, an object in the bucket `branding`; null is the mark. */
  readonly logoPath: string | null
  /** What counts visits of those who agree; null counts nothing, and nobody is asked. */
  readonly analytics: Readonly<{
    scriptUrl: string
    attributes: Readonly<Record<string, string>>
    /** As people read it. */
    name: string
  }> | null
  /** What new ads are in (ISO 4217). */
  readonly currency: string
  /** The languages offered, by their codes, the default one first; empty offers all. */
  readonly languages: readonly string[]
  /** Who runs this installation, as the legal pages name them (app/legal.ts); null when nobody said. */
  readonly operatorName: string | null
  /** Where people can write to; null when the operator has set none. */
  readonly contactEmail: string | null
  /** Whether the server can sign people in with Google. */
  readonly googleSignIn: boolean
  /** The check that somebody is a person, on forms that open accounts or send mails; null asks nobody. */
  readonly captcha: CaptchaWidget | null
  /** What a page may offer about one's own account. */
  readonly account: Readonly<{
    /** Codes by text message as a second step. */
    phoneFactor: boolean
    /** Sign-in by phone number. */
    phones: boolean
    /** A new password needs the current one. */
    currentPassword: boolean
    /** Providers that people may link to their account, by name; empty where linking is off. */
    providers: readonly string[]
    /** Other apps may ask for one's account (OAuth 2.1). */
    letsAppsIn: boolean
  }>
  /** Whether people may sign in with a passkey alone. */
  readonly passkeys: boolean
  /** The key that push messages are signed with, for browsers that subscribe (RFC 8292); null without push. */
  readonly pushKey: string | null
  /** Where mails can be read when no mail server is set up, such as `/dev/mail`. */
  readonly mailbox: string | null
  /** Whether the server turns recordings into text, for browsers that cannot. */
  readonly serverSpeech: boolean
  /** Whether the server suggests a draft from photos. */
  readonly photoDrafts: boolean
  /** Whether questions to the assistant go to a language model. */
  readonly assistantModel: boolean
  /** A map of the operator's choice; null draws the one that comes with the app. */
  readonly map: Readonly<{ styleUrl: string | null; tilesUrl: string | null; attribution: string | null }> | null
}

const NO_EXTRAS: AppConfig['account'] = {
  phoneFactor: false,
  phones: false,
  currentPassword: false,
  providers: [],
  letsAppsIn: false,
}

/** Reads the `app-config` JSON that the server puts into the page. Without it (tests, a bare dev server) the page's own origin is used. */
export function readConfig(json: string | null | undefined, origin: string): AppConfig {
  const given = json ? (JSON.parse(json) as Partial<AppConfig>) : {} // written by our own server
  return {
    url: (given.url || origin).replace(/\/$/, ''),
    publishableKey: given.publishableKey || '',
    brandName: given.brandName || 'Souk',
    brandHue: given.brandHue ?? null,
    logoPath: given.logoPath || null,
    analytics: given.analytics ?? null,
    currency: given.currency || 'EUR',
    languages: given.languages ?? [],
    operatorName: given.operatorName || null,
    contactEmail: given.contactEmail || null,
    googleSignIn: given.googleSignIn ?? true,
    captcha: given.captcha ?? null,
    account: given.account ?? NO_EXTRAS,
    passkeys: given.passkeys ?? true,
    pushKey: given.pushKey || null,
    mailbox: given.mailbox || null,
    serverSpeech: given.serverSpeech ?? false,
    photoDrafts: given.photoDrafts ?? false,
    assistantModel: given.assistantModel ?? false,
    map: given.map ?? null,
  }
}

declare global {
  /** Where there is no document: the same JSON, put here before this file is loaded (documents/draw-worker.ts). */
  var appConfig: string | undefined
}

export const config: AppConfig = readConfig(
  globalThis.document ? document.getElementById('app-config')?.textContent : globalThis.appConfig,
  globalThis.location?.origin ?? 'http://localhost:3000',
)

// Before any price is read or shown, and any address.
setMarketCurrency(config.currency)
