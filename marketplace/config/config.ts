import { type Config, loadConfig, type OwnConfig, type Values } from 'souk-backend'
import { ANALYTICS_VARIABLES, type AnalyticsConfig, readAnalytics } from './analytics.ts'
import { MAP_VARIABLES, type MapConfig, readMap } from './map.ts'
import { MODEL_VARIABLES, type ModelServer, readAssistant, readSpeech, readVision } from './models.ts'
import { PAYMENT_VARIABLES, type PaymentsConfig, paymentProblems, readPayments } from './payments.ts'
import { type KeptDays, RETENTION_VARIABLES } from './retention.ts'
import { SEARCH_VARIABLES, type SearchConfig } from './search.ts'
import { readShipping, SHIPPING_VARIABLES, type ShippingConfig, shippingProblems } from './shipping.ts'
import { currencyProblem, SITE_VARIABLES } from './site.ts'

const PUSH_VARIABLES = {
  VAPID_PRIVATE_KEY: {
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
    expected: '32 bytes in base64url, as `npx web-push generate-vapid-keys` prints them',
    help: "existing key for signing push messages; default is derived from the installation's secret",
  },
} as const

const VARIABLES = {
  ...SITE_VARIABLES,
  ...ANALYTICS_VARIABLES,
  ...MAP_VARIABLES,
  ...MODEL_VARIABLES,
  ...SEARCH_VARIABLES,
  ...PUSH_VARIABLES,
  ...PAYMENT_VARIABLES,
  ...SHIPPING_VARIABLES,
  ...RETENTION_VARIABLES,
} as const

/** The market's settings in addition to the backend's. */
export const MARKET_CONFIG = {
  name: 'Souk',
  // All channels are private: a public one would be an open relay for anybody with the page's key.
  defaults: { REALTIME_PRIVATE_ONLY: '1' },
  variables: VARIABLES,
  problems: (given) =>
    [
      currencyProblem(given.CURRENCY),
      given.ASSISTANT_BASE_URL !== undefined && given.ASSISTANT_MODEL === undefined
        ? 'ASSISTANT_BASE_URL needs ASSISTANT_MODEL: which of its models answers'
        : null,
      given.VISION_BASE_URL !== undefined && given.VISION_MODEL === undefined
        ? 'VISION_BASE_URL needs VISION_MODEL: which of its models can see'
        : null,
      given.ANALYTICS_SCRIPT_URL === undefined && given.ANALYTICS_ATTRIBUTES !== undefined
        ? 'ANALYTICS_ATTRIBUTES needs ANALYTICS_SCRIPT_URL'
        : null,
      ...paymentProblems(given, process.env.NODE_ENV === 'production'),
      ...shippingProblems(given),
    ].filter((problem) => problem !== null),
} as const satisfies OwnConfig<typeof VARIABLES>

export type MarketConfig = Config &
  Readonly<{
    /** The operator as named on legal pages; null if not configured. */
    operatorName: string | null
    contactEmail: string | null
    /** Currency of new prices (ISO 4217). */
    currency: string
    /** Codes of the offered languages, the default one first; empty for all. */
    languages: readonly string[]
    /** The analytics script, for users who consent. */
    analytics: AnalyticsConfig | null
    map: MapConfig | null
    /** Language model of the support assistant. */
    assistant: ModelServer | null
    /** Speech to text. */
    speech: ModelServer | null
    /** Vision model. */
    vision: ModelServer | null
    /** A search engine beside the database; null searches in PostgreSQL. */
    search: SearchConfig | null
    /** Signs push messages (RFC 8292), base64url of 32 bytes; null derives one. */
    vapidPrivateKey: string | null
    payments: PaymentsConfig
    shipping: ShippingConfig
    keptDays: KeptDays
  }>

/** The backend's configuration plus the market's settings. */
export function readMarket(config: Config & { readonly own: Values<typeof VARIABLES> }): MarketConfig {
  const { own } = config
  return {
    ...config,
    operatorName: own.OPERATOR_NAME ?? null,
    contactEmail: own.CONTACT_EMAIL ?? null,
    currency: own.CURRENCY,
    languages: own.LANGUAGES?.split(',').map((code) => code.trim()) ?? [],
    analytics: readAnalytics(own),
    map: readMap(own),
    assistant: readAssistant(own),
    speech: readSpeech(own),
    vision: readVision(own),
    search: own.SEARCH_URL === undefined ? null : { urls: own.SEARCH_URL.split(','), name: own.SEARCH_INDEX },
    vapidPrivateKey: own.VAPID_PRIVATE_KEY ?? null,
    // So that all features can be tried; with its own database, a demo has real users.
    payments: readPayments(
      own,
      config.demo && config.databaseUrl === null && !config.production ? 'test' : 'off',
      own.SHIPPING,
    ),
    shipping: readShipping(own, config.demo),
    keptDays: {
      notifications: Number(own.NOTIFICATIONS_KEPT_DAYS),
      findings: Number(own.FINDINGS_KEPT_DAYS),
      views: Number(own.VIEWS_KEPT_DAYS),
    },
  }
}

/** @throws {ConfigError} that lists every invalid variable of both */
export function loadMarketConfig(environment: Readonly<Record<string, string | undefined>>): MarketConfig {
  return readMarket(loadConfig(environment, MARKET_CONFIG))
}
