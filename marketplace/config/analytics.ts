/** The operator's analytics script, loaded only for users who consent. */
export type AnalyticsConfig = Readonly<{
  /** The script's URL: Plausible, Umami, Matomo or any other that needs only its URL. */
  scriptUrl: string
  /** Attributes of the script element, such as `data-domain`. */
  attributes: Readonly<Record<string, string>>
  /** Origins that it may send to. */
  origins: readonly string[]
  /** Display name. */
  name: string
}>

export const ANALYTICS_VARIABLES = {
  ANALYTICS_SCRIPT_URL: {
    schema: { type: 'string', pattern: '^https?://[^\\s;,\'"]+$' },
    expected: 'the http or https address of a script',
    help: 'analytics script (Plausible, Umami or similar), loaded only with consent; unset disables analytics and the consent banner',
  },
  ANALYTICS_ATTRIBUTES: {
    schema: { type: 'string', pattern: '^ *data-[a-z0-9-]+=[^,]+(, *data-[a-z0-9-]+=[^,]+)*$' },
    expected: 'attributes of the script, as data-domain=market.example.com with commas between them',
    help: 'attributes of its script element',
  },
  ANALYTICS_ORIGINS: {
    schema: { type: 'string', pattern: '^https?://[^\\s,;/]+(\\s*,\\s*https?://[^\\s,;/]+)*$' },
    expected: 'origins such as https://counts.example.com, with commas between them',
    help: 'other origins it sends data to',
  },
  ANALYTICS_NAME: {
    schema: { type: 'string', minLength: 1, maxLength: 60 },
    expected: '1 to 60 characters',
    help: 'its display name; default is its host name',
  },
} as const

type Given = Partial<Record<keyof typeof ANALYTICS_VARIABLES, string>>

/** Null without a script: then visits are not counted and nobody is asked. */
export function readAnalytics(env: Given): AnalyticsConfig | null {
  const scriptUrl = env.ANALYTICS_SCRIPT_URL
  if (scriptUrl === undefined) return null
  const { origin, host } = new URL(scriptUrl)
  const named = (env.ANALYTICS_ORIGINS ?? '').split(',').map((one) => one.trim())
  const attributes = (env.ANALYTICS_ATTRIBUTES ?? '').split(',').map((one) => one.trim())
  return {
    scriptUrl,
    attributes: Object.fromEntries(
      attributes.filter(Boolean).map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
    ),
    origins: [...new Set([origin, ...named])].filter(Boolean),
    name: env.ANALYTICS_NAME ?? host,
  }
}
