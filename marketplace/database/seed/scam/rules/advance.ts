import { behind, CALM, near, type RuleOf, UNSEEN } from './rule.ts'

/** "I make no deposits": the refusal right before what is refused. */
const NOT_REFUSED = `!${behind('refuse', '(do_pay | deposit)', 3)}`

/** "No deposit needed", "no pido señal". */
const NO_DEPOSIT = `!${behind('(not | not_next)', 'deposit', 3)}`

/** Prepayment for an unseen item, and requests to return or forward money. */
export const ADVANCE_RULES: readonly RuleOf[] = [
  [
    'advance.deposit',
    'advance_fee',
    `deposit & (hold | advance | unseen | away | wire | (rivals | refundable) & (do_pay | do_give | amount | number | percent | first | now)) & ${NO_DEPOSIT} & !refuse & !thing_deposit & ${UNSEEN}`,
    60,
    'warn',
  ],
  [
    'advance.pay_deposit',
    'advance_fee',
    `deposit & do_pay & ${NO_DEPOSIT} & !thing_deposit & ${UNSEEN} & ${NOT_REFUSED}`,
    60,
    'warn',
  ],
  [
    'advance.first',
    'advance_fee',
    `${behind('deposit', 'first', 4)} & ${NO_DEPOSIT} & !refuse & !(on_sight <-> first) & !${behind('deposit', 'on_sight', 4)} & !told`,
    50,
    'warn',
  ],
  ['advance.prepay', 'advance_fee', `prepay & ${UNSEEN} & !refuse`, 60, 'warn'],
  ['advance.pay_race', 'advance_fee', `pay_race & ${UNSEEN}`, 60, 'warn'],
  [
    'advance.voucher',
    'advance_fee',
    `voucher & (do_buy | do_give | do_pay | photo | money) & !thing_voucher & ${CALM}`,
    70,
    'warn',
  ],
  [
    'advance.crypto',
    'advance_fee',
    `crypto & (do_pay | do_give | money | paid | receive | advance | only) & ${CALM}`,
    60,
    'warn',
  ],
  ['advance.wire', 'advance_fee', `wire & ${CALM}`, 60, 'warn'],
  [
    'advance.fee',
    'advance_fee',
    `fee & do_pay & (refundable | unseen | away | advance) & !thing_deposit & ${UNSEEN}`,
    60,
    'warn',
  ],
  ['advance.pay_then', 'advance_fee', `${near('do_pay', 'advance', 6)} & ${UNSEEN} & ${NOT_REFUSED}`, 60, 'warn'],
  ['advance.job', 'advance_fee', `job & job_fee & do_pay & ${UNSEEN}`, 60, 'warn'],
  [
    'advance.unseen',
    'advance_fee',
    `(unseen | ${behind('viewing', '(declined | not)', 2)}) & (do_pay | deposit) & ${UNSEEN}`,
    60,
    'warn',
  ],
  [
    'advance.papers',
    'advance_fee',
    `papers & (rental | viewing | advance | legit | unseen | loan) & (do_give | do_pay | deposit) & ${UNSEEN}`,
    60,
    'warn',
  ],
  [
    'advance.race',
    'advance_fee',
    `rivals & (do_pay & (now | hold | refundable | first) | do_give & hold & number) & ${UNSEEN}`,
    60,
    'warn',
  ],
  [
    'advance.viewing',
    'advance_fee',
    `viewing & (fee | costs) & (refundable | rental & do_pay | number & rental) & ${UNSEEN}`,
    50,
    'warn',
  ],

  ['advance.probe', 'advance_fee', `probe & (do_pay | do_give) & ${CALM}`, 60, 'warn'],
  [
    'advance.escrow',
    'advance_fee',
    `escrow & (courier | third | depot | away) & (depot | do_pay | money) & !told & !seems_good`,
    60,
    'warn',
  ],
  [
    'advance.stuck',
    'advance_fee',
    `stuck & (fee | do_pay | refundable | page) & (number | amount) & ${UNSEEN}`,
    60,
    'warn',
  ],
  ['advance.percent', 'advance_fee', `percent & hold & ${UNSEEN} & !refuse`, 50, 'warn'],
  [
    'over.refund',
    'overpayment',
    `surplus & do_refund & (money | paid | do_pay | mistake | keep | number) & ${UNSEEN}`,
    60,
    'warn',
  ],
  ['over.pass_on', 'overpayment', `surplus & do_pass_on & (third | courier | keep | number) & ${CALM}`, 60, 'warn'],
  [
    'over.cheque',
    'overpayment',
    `cheque & (surplus | do_pass_on | do_refund | keep | third) & !thing_deposit & ${CALM}`,
    60,
    'warn',
  ],
  [
    'over.mistake',
    'overpayment',
    `mistake & do_refund & (money | paid | do_pay | amount | number) & ${UNSEEN}`,
    60,
    'warn',
  ],
  ['over.split', 'overpayment', `yours & (other_one | surplus) & do_pass_on & number & ${CALM}`, 60, 'warn'],
  ['over.added', 'overpayment', `mistake & (courier | third) & (do_give | do_pass_on) & money & ${CALM}`, 60, 'warn'],
  ['over.keep', 'overpayment', `keep & (do_pass_on | mule | third & number) & ${CALM}`, 60, 'warn'],
  [
    'over.business',
    'overpayment',
    `business & (do_pay | receive | money | do_refund | surplus) & (do_refund | surplus | account | paid | receive) & ${CALM}`,
    60,
    'warn',
  ],
]
