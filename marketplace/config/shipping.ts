/** How sellers send parcels: with a carrier of their choice, or with labels that are bought here. */
export type ShippingConfig = Readonly<{
  provider: 'manual' | 'easypost'
  easypost: EasyPostConfig | null
}>

export type EasyPostConfig = Readonly<{
  apiKey: string
  webhookSecret: string
  /** Null for EasyPost itself. */
  apiUrl: string | null
}>

export const SHIPPING_VARIABLES = {
  SHIPPING: {
    schema: { enum: ['manual', 'easypost'] },
    expected: 'manual or easypost',
    default: 'manual',
    help: 'labels for parcels: sellers take care of them, or buy them here ([how](payments.md#labels))',
  },
  EASYPOST_API_KEY: {
    schema: { type: 'string', pattern: '^EZ[AT]K\\w+$' },
    expected: 'an API key of EasyPost, EZAK... or EZTK...',
    help: 'for `SHIPPING=easypost`',
  },
  EASYPOST_WEBHOOK_SECRET: {
    schema: { type: 'string', pattern: '^\\S{12,200}$' },
    expected: 'at least 12 characters without spaces',
    help: "what EasyPost's webhook was created with",
  },
  EASYPOST_API_URL: {
    schema: { type: 'string', pattern: '^https?://[^\\s/]+$' },
    expected: 'an origin, such as http://localhost:12112',
    help: 'another server than api.easypost.com',
  },
} as const

type Given = Readonly<{ SHIPPING: string } & Partial<Record<keyof typeof SHIPPING_VARIABLES, string>>>

export function readShipping(given: Given): ShippingConfig {
  if (given.SHIPPING !== 'easypost') return { provider: 'manual', easypost: null }
  return {
    provider: 'easypost',
    easypost: {
      apiKey: given.EASYPOST_API_KEY ?? '',
      webhookSecret: given.EASYPOST_WEBHOOK_SECRET ?? '',
      apiUrl: given.EASYPOST_API_URL ?? null,
    },
  }
}

/** What is wrong with the settings of shipping together. */
export function shippingProblems(given: Readonly<Record<string, unknown>>): readonly string[] {
  if (given.SHIPPING !== 'easypost') return []
  return (['EASYPOST_API_KEY', 'EASYPOST_WEBHOOK_SECRET'] as const)
    .filter((name) => given[name] === undefined)
    .map((name) => `SHIPPING=easypost needs ${name}`)
}
