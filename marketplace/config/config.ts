import { type Config, loadConfig, type OwnConfig, type Values } from 'souk-backend'
import { ANALYTICS_VARIABLES, type AnalyticsConfig, readAnalytics } from './analytics.ts'
import { MAP_VARIABLES, type MapConfig, readMap } from './map.ts'
import { MODEL_VARIABLES, type ModelServer, readAssistant, readSpeech, readVision } from './models.ts'
import { PAYMENT_VARIABLES, type PaymentsConfig, paymentProblems, readPayments } from './payments.ts'
import { SEARCH_VARIABLES, type SearchConfig } from './search.ts'
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
} as const

/** What the market adds to the configuration of the backend. */
export const MARKET_CONFIG = {
  name: 'Souk',
  // Every channel here is a private one: a public one would be an open relay for anybody who has the page's key.
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
    ].filter((problem) => problem !== null),
} as const satisfies OwnConfig<typeof VARIABLES>

export type MarketConfig = Config &
  Readonly<{
    /** Who runs this installation, as its legal pages name them; null names nobody. */
    operatorName: string | null
    contactEmail: string | null
    /** What new prices are in (ISO 4217). */
    currency: string
    /** Codes of the languages to offer, the default one first; empty for all that there are. */
    languages: readonly string[]
    /** What counts visits, for those who agree. */
    analytics: AnalyticsConfig | null
    map: MapConfig | null
    /** What answers questions to the support assistant. */
    assistant: ModelServer | null
    /** What turns speech into text. */
    speech: ModelServer | null
    /** What looks at pictures. */
    vision: ModelServer | null
    /** A search engine beside the database; null searches in PostgreSQL. */
    search: SearchConfig | null
    /** Signs push messages (RFC 8292), base64url of 32 bytes; null derives one. */
    vapidPrivateKey: string | null
    payments: PaymentsConfig
  }>

/** The backend's configuration with what the market's variables mean. */
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
    // So that everybody can try the whole of it; a demo elsewhere is somebody's own database.
    payments: readPayments(own, config.demo && config.databaseUrl === null && !config.production ? 'test' : 'off'),
  }
}

/** @throws {ConfigError} naming every variable that is wrong, of both */
export function loadMarketConfig(environment: Readonly<Record<string, string | undefined>>): MarketConfig {
  return readMarket(loadConfig(environment, MARKET_CONFIG))
}
