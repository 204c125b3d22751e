import { setMarketCurrency } from '../../../contract/money/money.ts'
import type { BuyerFee } from '../../../contract/orders/fee.ts'
import type { ParcelPrices } from '../../../contract/orders/parcel-prices.ts'

/** A captcha widget, as its service embeds it in pages. */
export interface CaptchaWidget {
  readonly provider: 'turnstile' | 'hcaptcha'
  readonly siteKey: string
  readonly scriptUrl: string
}

/** Public configuration that the server embeds in the page. It never contains secrets. */
export interface AppConfig {
  /** Origin of the backend, without a trailing slash. */
  readonly url: string
  readonly publishableKey: string
  readonly brandName: string
  /** The operator's brand hue, in degrees; null is the default one. */
  readonly brandHue: number | null
  /** The operator's logo, an object in the bucket `branding`; null is the default mark. */
  readonly logoPath: string | null
  /** The analytics service that counts visits of users who consent; null disables it, and nobody is asked. */
  readonly analytics: Readonly<{
    scriptUrl: string
    attributes: Readonly<Record<string, string>>
    /** Display name. */
    name: string
  }> | null
  /** Currency of new ads (ISO 4217). */
  readonly currency: string
  /** Codes of the offered languages, the default one first; empty offers all. */
  readonly languages: readonly string[]
  /** Who runs this installation, as named on the legal pages (pages/legal.ts); null when not configured. */
  readonly operatorName: string | null
  /** Contact address; null when the operator has set none. */
  readonly contactEmail: string | null
  /** Whether the server can sign people in with Google. */
  readonly googleSignIn: boolean
  /** Captcha on forms that open accounts or send emails; null for none. */
  readonly captcha: CaptchaWidget | null
  /** Account features that a page may offer. */
  readonly account: Readonly<{
    /** Text message codes as a second factor. */
    phoneFactor: boolean
    /** Sign-in by phone number. */
    phones: boolean
    /** Changing the password requires the current one. */
    currentPassword: boolean
    /** Names of the providers that users may link to their account; empty when linking is off. */
    providers: readonly string[]
    /** Other apps may request access to an account (OAuth 2.1). */
    letsAppsIn: boolean
  }>
  /** Whether users may sign in with a passkey alone. */
  readonly passkeys: boolean
  /** The public key for push subscriptions (RFC 8292); null without push. */
  readonly pushKey: string | null
  /** Where emails can be read when no mail server is set up, such as `/dev/mail`. */
  readonly mailbox: string | null
  /** Whether the server transcribes recordings, for browsers that cannot. */
  readonly serverSpeech: boolean
  /** Whether the server suggests a draft from photos. */
  readonly photoDrafts: boolean
  /** How ads are paid for here: `off` means at the meet-up only. */
  readonly payments: 'off' | 'test' | 'stripe'
  /** Sellers can buy shipping labels here. */
  readonly labels: boolean
  readonly parcelPrices: ParcelPrices
  /** What buyers pay for protection. */
  readonly buyerFee: BuyerFee
  /** Days after which records about a person are deleted; 0 keeps them as long as the account. */
  readonly keptDays: Readonly<{ notifications: number; findings: number; securityHistory: number }>
  /** Whether the assistant uses a language model. */
  readonly assistantModel: boolean
  /** The operator's own map; null uses the one bundled with the app. */
  readonly map: Readonly<{ styleUrl: string | null; tilesUrl: string | null; attribution: string | null }> | null
}

const NO_EXTRAS: AppConfig['account'] = {
  phoneFactor: false,
  phones: false,
  currentPassword: false,
  providers: [],
  letsAppsIn: false,
}

const NO_FEE: BuyerFee = { ship: { fixed: 0, percent: 0 }, meet: { fixed: 0, percent: 0 } }

const DEFAULTS: Omit<AppConfig, 'url'> = {
  publishableKey: '',
  brandName: 'Souk',
  brandHue: null,
  logoPath: null,
  analytics: null,
  currency: 'EUR',
  languages: [],
  operatorName: null,
  contactEmail: null,
  googleSignIn: true,
  captcha: null,
  account: NO_EXTRAS,
  passkeys: true,
  pushKey: null,
  mailbox: null,
  serverSpeech: false,
  photoDrafts: false,
  payments: 'off',
  labels: false,
  keptDays: { notifications: 90, findings: 90, securityHistory: 0 },
  parcelPrices: {},
  buyerFee: NO_FEE,
  assistantModel: false,
  map: null,
}

/** Reads the `app-config` JSON that the server embeds in the page. Without it (tests, a bare dev server) the page's own origin is used. */
function readConfig(json: string | null | undefined, origin: string): AppConfig {
  const given = json ? (JSON.parse(json) as Partial<AppConfig>) : {} // written by our own server
  return { ...DEFAULTS, ...given, url: (given.url || origin).replace(/\/$/, '') }
}

declare global {
  /** Without a document: the same JSON, set before this file is loaded (documents/render-worker.ts). */
  var appConfig: string | undefined
}

export const config: AppConfig = readConfig(
  globalThis.document ? document.getElementById('app-config')?.textContent : globalThis.appConfig,
  globalThis.location?.origin ?? 'http://localhost:3000',
)

// Set before any price or URL is parsed or shown.
setMarketCurrency(config.currency)
