import type { RuleOf } from './rule.ts'

/**
 * Too weak for a warning alone: an action and its subject count only if the second classifier suspects the message, and weaker ones only if it is
 * sure. Light, so that the classifier does not count twice.
 */
const HINT = 'seems_bad & !told'
const WEIGHT = 10

export const HINT_RULES: readonly RuleOf[] = [
  [
    'hint.pay',
    'advance_fee',
    `${HINT} & !on_sight & (do_pay & (number | amount | hold | rivals | unseen | away | rail | only) | deposit | fee & (do_pay | number) | prepay | voucher | crypto | wire | papers & do_give | hold & do_give | surely_bad & (do_pay | fee | papers))`,
    WEIGHT,
    'warn',
  ],
  [
    'hint.courier',
    'courier_scam',
    `${HINT} & !trusted_link & (((courier | third) & (receive | page | do_enter | do_give | fee | proof | papers | bank_data | card | card_data | brings_cash)) | ((page | card | qr | request | atm | bank_data | proof | safe_deal) & (receive | do_enter | do_approve | do_open | do_give | paid)) | pending & (paid | receive | money) | card_data | surely_bad & (courier | third | page | receive | pending | proof | request | atm | card | bank_data | brings_cash | qr))`,
    WEIGHT,
    'warn',
  ],
  ['hint.code', 'code_theft', `${HINT} & (code | figures | got & sms | voice)`, WEIGHT, 'warn'],
  [
    'hint.refund',
    'overpayment',
    `${HINT} & (surplus | mistake | cheque | mule | keep | business) & (do_refund | do_pass_on | do_pay | money | number | paid)`,
    WEIGHT,
    'warn',
  ],
  [
    'hint.leave',
    'off_platform',
    `${HINT} & !stay_here & !thing_app & (elsewhere | rarely_here | no_fee | phone_no | mail_addr | messenger | messenger_weak | flirt | social_place | by_mail | at_phone | (do_contact | talk) & here_app)`,
    WEIGHT,
    'warn',
  ],
  [
    'hint.hurt',
    'harassment',
    `${HINT} & (insult | stars & or_else | worn & (do_pay | do_give) | wear_it | body_photo | sexual | your_life & (i_know | ill_will | or_else))`,
    WEIGHT,
    'warn',
  ],
]
