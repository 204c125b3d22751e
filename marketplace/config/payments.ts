/** How things are paid for here: not at all, by the test provider, or by a real one. */
export type PaymentsConfig = Readonly<{
  provider: 'off' | 'test'
  /** What buyers pay for protection: a fixed part in units of the currency, and a percentage of the items. */
  fee: Readonly<{ fixed: number; percent: number }>
}>

export const PAYMENT_VARIABLES = {
  PAYMENTS: {
    schema: { enum: ['off', 'test'] },
    expected: 'off or test',
    default: 'off',
    help: 'buying with protection; `test` moves no money and is refused in production',
  },
  BUYER_FEE: {
    schema: { type: 'string', pattern: '^\\d{1,3}(\\.\\d{1,3})?\\+\\d{1,2}(\\.\\d{1,2})?%$' },
    expected: 'an amount and a percentage, such as 0.70+5%',
    default: '0.70+5%',
    help: 'buyer protection fee per order; meet-ups cost half of it',
  },
} as const

interface Given {
  readonly PAYMENTS: string
  readonly BUYER_FEE: string
}

export function readPayments({ PAYMENTS, BUYER_FEE }: Given): PaymentsConfig {
  const [fixed = '', percent = ''] = BUYER_FEE.replace('%', '').split('+')
  return { provider: PAYMENTS === 'test' ? 'test' : 'off', fee: { fixed: Number(fixed), percent: Number(percent) } }
}
