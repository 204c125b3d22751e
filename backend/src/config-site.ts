import Type from 'typebox'

/** A script of the operator's own choice that counts visits, loaded only for those who agree. */
export type AnalyticsConfig = Readonly<{
  /** The script itself: Plausible's, Umami's, Matomo's or any other that needs nothing but its address. */
  scriptUrl: string
  /** Attributes of its element, such as `data-domain`. */
  attributes: Readonly<Record<string, string>>
  /** Where it may send to. */
  origins: readonly string[]
  /** As people read it. */
  name: string
}>

/** The variables, for the schema of the environment. */
export const SITE_VARIABLES = {
  CURRENCY: Type.String({ pattern: '^[A-Z]{3}$' }),
  LANGUAGES: Type.String({ pattern: '^ *[a-z]{2} *(, *[a-z]{2} *)*$' }),
  ANALYTICS_SCRIPT_URL: Type.String({ pattern: '^https?://[^\\s;,\'"]+$' }),
  ANALYTICS_ATTRIBUTES: Type.String({ pattern: '^ *data-[a-z0-9-]+=[^,]+(, *data-[a-z0-9-]+=[^,]+)*$' }),
  ANALYTICS_ORIGINS: Type.String({ pattern: '^https?://[^\\s,;/]+(\\s*,\\s*https?://[^\\s,;/]+)*$' }),
  ANALYTICS_NAME: Type.String({ minLength: 1, maxLength: 60 }),
}

export const SITE_EXPECTED: Record<keyof typeof SITE_VARIABLES, string> = {
  CURRENCY: 'a currency of ISO 4217, such as EUR',
  LANGUAGES: 'codes of languages with commas between them, the default one first, such as pt,en',
  ANALYTICS_SCRIPT_URL: 'the http or https address of a script',
  ANALYTICS_ATTRIBUTES: 'attributes of the script, as data-domain=market.example.com with commas between them',
  ANALYTICS_ORIGINS: 'origins such as https://counts.example.com, with commas between them',
  ANALYTICS_NAME: '1 to 60 characters',
}

type Given = Partial<Record<keyof typeof SITE_VARIABLES, string>>

/** @returns what is wrong, or null */
export function currencyProblem({ CURRENCY: currency }: Given): string | null {
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) return null // the schema tells the form
  const isKnown = Intl.supportedValuesOf('currency').includes(currency)
  return isKnown ? null : `CURRENCY must be ${SITE_EXPECTED.CURRENCY}`
}

/** What new prices are in, and the languages offered, best first; none named offers all that there are. */
export function readSite(env: Given): Readonly<{ currency: string; languages: readonly string[] }> {
  return {
    currency: env.CURRENCY ?? 'EUR',
    languages: env.LANGUAGES?.split(',').map((code) => code.trim()) ?? [],
  }
}

/** Null without a script: then nothing is counted and nobody is asked. */
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
