import type { ParcelPrices } from '../contract/orders/parcel-prices.ts'

/** How sellers send parcels: with a carrier of their choice, or with labels that are bought here. */
export type ShippingConfig = Readonly<{
  provider: 'manual' | 'easypost'
  easypost: EasyPostConfig | null
  prices: ParcelPrices
}>

export type EasyPostConfig = Readonly<{
  apiKey: string
  webhookSecret: string
  /** Null for EasyPost itself. */
  apiUrl: string | null
}>

const AMOUNT = '\\d{1,4}(\\.\\d{1,3})?'
const COUNTRY = `[A-Z]{2}=${AMOUNT}/${AMOUNT}/${AMOUNT}`
const DEMO_PRICES = 'PT=4.20/6.50/11.90;ES=4.90/7.50/13.90;FR=5.50/8.90/15.90;DE=4.79/6.99/13.99'

export const SHIPPING_VARIABLES = {
  SHIPPING: {
    schema: { enum: ['manual', 'easypost'] },
    expected: 'manual or easypost',
    default: 'manual',
    help: 'labels for parcels: sellers take care of them, or buy them here ([how](payments.md#labels))',
  },
  SHIPPING_PRICES: {
    schema: { type: 'string', pattern: `^${COUNTRY}(;${COUNTRY})*$` },
    expected: 'small, medium and large by country, such as PT=4.20/6.50/11.90;ES=5/7.50/14',
    otherwise: 'examples for four countries with the demo data, else none',
    help: 'parcel prices that sellers pick from; they may enter another price',
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

export function readShipping(given: Given, isDemo: boolean): ShippingConfig {
  const prices = readPrices(given.SHIPPING_PRICES ?? (isDemo ? DEMO_PRICES : ''))
  if (given.SHIPPING !== 'easypost') return { provider: 'manual', easypost: null, prices }
  return {
    provider: 'easypost',
    easypost: {
      apiKey: given.EASYPOST_API_KEY ?? '',
      webhookSecret: given.EASYPOST_WEBHOOK_SECRET ?? '',
      apiUrl: given.EASYPOST_API_URL ?? null,
    },
    prices,
  }
}

function readPrices(text: string): ParcelPrices {
  const countries = text.split(';').filter((part) => part !== '')
  return Object.fromEntries(countries.map((part) => [part.slice(0, 2), part.slice(3).split('/')]))
}

/** What is wrong with the settings of shipping together. */
export function shippingProblems(given: Readonly<Record<string, unknown>>): readonly string[] {
  if (given.SHIPPING !== 'easypost') return []
  return (['EASYPOST_API_KEY', 'EASYPOST_WEBHOOK_SECRET'] as const)
    .filter((name) => given[name] === undefined)
    .map((name) => `SHIPPING=easypost needs ${name}`)
}
