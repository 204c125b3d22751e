import { behind, type RuleOf } from './rule.ts'

/**
 * Payment outside the protected one, if the market takes payments (protected_pay): by bank, another service, a link, or cash in advance. Payment at a
 * meet-up is `on_sight` and `at_meeting`, and paying here is `safe_deal`. Each is heavy enough to hold a message.
 */
const AROUND = `protected_pay & !told & !on_sight & !refuse & !safe_deal & !(at_meeting & !advance)`

export const ELSEWHERE_RULES: readonly RuleOf[] = [
  ['elsewhere.rail', 'pay_elsewhere', `rail & (do_pay | do_give) & ${AROUND}`, 100, 'hold'],
  ['elsewhere.bank', 'pay_elsewhere', `bank_data & (do_pay | do_give & money) & ${AROUND}`, 100, 'hold'],
  ['elsewhere.link', 'pay_elsewhere', `link & do_pay & ${AROUND}`, 100, 'hold'],
  [
    'elsewhere.before',
    'pay_elsewhere',
    `(wire | deposit & do_pay & (advance | hold | rail) & !thing_deposit | (crypto | voucher) & (do_pay | do_give)) & ${AROUND}`,
    100,
    'hold',
  ],
  [
    'elsewhere.no_fee',
    'pay_elsewhere',
    `(no_fee | elsewhere) & (do_pay | ${behind('deal', 'elsewhere', 4)}) & ${AROUND}`,
    100,
    'hold',
  ],
]
