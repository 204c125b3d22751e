import type { BuyerFee } from '../contract/orders/fee.ts'

/** The payment provider: none, the test provider, or Stripe. */
export type PaymentsConfig = Readonly<{
  provider: 'off' | 'test' | 'stripe'
  stripe: StripeConfig | null
  settings: OrderSettings
}>

export type StripeConfig = Readonly<{
  secretKey: string
  publishableKey: string
  /** One per webhook endpoint. */
  webhookSecrets: readonly string[]
  /** Null for Stripe itself. */
  apiUrl: string | null
}>

/** Fees and time limits, as parameters of private.set_order_settings(); amounts in units of the currency. */
export type OrderSettings = Readonly<{
  payments: string
  shipping: string
  fee_fixed: number
  fee_percent: number
  meet_fee_fixed: number
  meet_fee_percent: number
  seller_fee_percent: number
  min_payout: number
  pay_within: string
  ship_within_working_days: number
  meet_within: string
  arrive_within: string
  check_within: string
  answer_within: string
  return_within: string
  appeal_within: string
}>

const FEE = {
  schema: { type: 'string', pattern: '^\\d{1,3}(\\.\\d{1,3})?\\+\\d{1,2}(\\.\\d{1,2})?%$' },
  expected: 'an amount and a percentage, such as 0.70+5%',
} as const

const days = (standard: string, help: string) => ({
  schema: { type: 'string', pattern: '^([1-9]|[1-8][0-9]|90)$' },
  expected: 'days from 1 to 90',
  default: standard,
  help,
})

export const PAYMENT_VARIABLES = {
  PAYMENTS: {
    schema: { enum: ['off', 'test', 'stripe'] },
    expected: 'off, test or stripe',
    otherwise: 'test with the demo data on the embedded database, else off',
    help: 'buying with protection ([how it works](payments.md)); `test` moves no money and is refused in production',
  },
  STRIPE_SECRET_KEY: {
    schema: { type: 'string', pattern: '^[sr]k_(test|live)_\\w+$' },
    expected: 'a secret or restricted key of Stripe, sk_... or rk_...',
    help: 'for `PAYMENTS=stripe`',
  },
  STRIPE_PUBLISHABLE_KEY: {
    schema: { type: 'string', pattern: '^pk_(test|live)_\\w+$' },
    expected: 'a publishable key of Stripe, pk_...',
    help: "for Stripe's payment form",
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: { type: 'string', pattern: '^whsec_\\w+(,whsec_\\w+)*$' },
    expected: 'signing secrets of Stripe, whsec_..., with commas between them',
    help: 'one for each of the two webhook endpoints, and the old one while it is being replaced',
  },
  STRIPE_API_URL: {
    schema: { type: 'string', pattern: '^https?://[^\\s/]+$' },
    expected: 'an origin, such as http://localhost:12111',
    help: 'another server than api.stripe.com, such as stripe-mock',
  },
  BUYER_FEE: { ...FEE, default: '0.70+5%', help: 'buyer protection fee per order' },
  MEETUP_FEE: { ...FEE, help: 'the same for meet-ups; half of BUYER_FEE if unset' },
  SELLER_FEE: {
    schema: { type: 'string', pattern: '^\\d{1,2}(\\.\\d{1,2})?%$' },
    expected: 'a percentage, such as 3%',
    default: '0%',
    help: 'what sellers pay of the price',
  },
  MIN_PAYOUT: {
    schema: { type: 'string', pattern: '^\\d{1,5}(\\.\\d{1,3})?$' },
    expected: 'an amount, such as 5.00',
    default: '5.00',
    help: "the least that is sent to a seller's bank",
  },
  ORDER_PAY_MINUTES: {
    schema: { type: 'string', pattern: '^([5-9]|[1-9][0-9]|1[0-9]{2})$' },
    expected: 'minutes from 5 to 199',
    default: '15',
    help: 'how long an ad is kept for a buyer who pays',
  },
  ORDER_SHIP_DAYS: {
    ...days('3', 'working days for the seller to send a paid order, from 1 to 30; then it is cancelled and refunded'),
    schema: { type: 'string', pattern: '^([1-9]|[12][0-9]|30)$' },
    expected: 'working days from 1 to 30',
  },
  ORDER_MEET_DAYS: days('14', 'days to meet; then the order is cancelled and refunded'),
  ORDER_ARRIVE_DAYS: days('14', 'days after which a parcel counts as delivered if nobody reported it'),
  ORDER_CHECK_DAYS: days('3', 'days for the buyer to check what was delivered; then the seller is paid'),
  ORDER_ANSWER_HOURS: {
    schema: { type: 'string', pattern: '^([1-9][0-9]?|1[0-9]{2})$' },
    expected: 'hours from 1 to 199',
    default: '48',
    help: 'hours for the seller to answer a problem; then moderators decide',
  },
  ORDER_RETURN_DAYS: days('14', 'days for the buyer to send something back; then the seller is paid'),
  ORDER_APPEAL_DAYS: days('14', 'days to appeal against a decision about an order'),
} as const

type Given = Readonly<Record<Exclude<keyof typeof PAYMENT_VARIABLES, Optional>, string>> &
  Readonly<Partial<Record<Optional, string>>>
type Optional =
  | 'PAYMENTS'
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_PUBLISHABLE_KEY'
  | 'STRIPE_WEBHOOK_SECRET'
  | 'STRIPE_API_URL'
  | 'MEETUP_FEE'

/** @param standard  the default provider */
export function readPayments(given: Given, standard: 'off' | 'test', shipping: string): PaymentsConfig {
  const asked = given.PAYMENTS ?? standard
  const provider = asked === 'test' || asked === 'stripe' ? asked : 'off'
  const fee = feeOf(given.BUYER_FEE)
  const meetFee = given.MEETUP_FEE ? feeOf(given.MEETUP_FEE) : { fixed: fee.fixed / 2, percent: fee.percent / 2 }
  return {
    provider,
    stripe: provider === 'stripe' ? stripeOf(given) : null,
    settings: {
      payments: provider,
      shipping,
      fee_fixed: fee.fixed,
      fee_percent: fee.percent,
      meet_fee_fixed: meetFee.fixed,
      meet_fee_percent: meetFee.percent,
      seller_fee_percent: Number(given.SELLER_FEE.replace('%', '')),
      min_payout: Number(given.MIN_PAYOUT),
      pay_within: `${given.ORDER_PAY_MINUTES} minutes`,
      ship_within_working_days: Number(given.ORDER_SHIP_DAYS),
      meet_within: `${given.ORDER_MEET_DAYS} days`,
      arrive_within: `${given.ORDER_ARRIVE_DAYS} days`,
      check_within: `${given.ORDER_CHECK_DAYS} days`,
      answer_within: `${given.ORDER_ANSWER_HOURS} hours`,
      return_within: `${given.ORDER_RETURN_DAYS} days`,
      appeal_within: `${given.ORDER_APPEAL_DAYS} days`,
    },
  }
}

/** The fee as shown on pages. */
export function buyerFeeOf({ settings }: PaymentsConfig): BuyerFee {
  return {
    ship: { fixed: settings.fee_fixed, percent: settings.fee_percent },
    meet: { fixed: settings.meet_fee_fixed, percent: settings.meet_fee_percent },
  }
}

function feeOf(text: string): { fixed: number; percent: number } {
  const [fixed = '', percent = ''] = text.replace('%', '').split('+')
  return { fixed: Number(fixed), percent: Number(percent) }
}

function stripeOf(given: Given): StripeConfig {
  return {
    secretKey: given.STRIPE_SECRET_KEY ?? '',
    publishableKey: given.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecrets: given.STRIPE_WEBHOOK_SECRET?.split(',') ?? [],
    apiUrl: given.STRIPE_API_URL ?? null,
  }
}

/** Problems of the payment settings in combination. */
export function paymentProblems(given: Readonly<Record<string, unknown>>, isProduction: boolean): readonly string[] {
  if (given.PAYMENTS === 'test' && isProduction) return ['PAYMENTS=test moves no money and is refused in production']
  if (given.PAYMENTS !== 'stripe') return []
  return (['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
    .filter((name) => given[name] === undefined)
    .map((name) => `PAYMENTS=stripe needs ${name}`)
}
