import { CALM, type RuleOf, UNSEEN } from './rule.ts'

/**
 * What the learned second opinion adds: it makes a warning of concepts that are too common to warn of by themselves, and lets a
 * warning that it agrees with wait for a person. It never acts without a concept.
 */
export const OPINION_RULES: readonly RuleOf[] = [
  // Contact details are masked, and a link is stopped by who sends it: they are common in the examples of fraud.
  [
    'opinion.agrees',
    'bulk',
    'surely_bad & !(phone | mail | handle) & (!link | do_enter | do_open | do_approve | card_data | bank_data | account | receive | team | bank)',
    50,
    'allow',
  ],
  [
    'opinion.pay',
    'advance_fee',
    `seems_bad & (do_pay | deposit | fee | voucher | wire | prepay) & !thing_deposit & !thing_voucher & !refuse & ${UNSEEN}`,
    40,
    'warn',
  ],
  [
    'opinion.code',
    'code_theft',
    `seems_bad & (sms | do_approve | figures) & !thing_code & !refuse & ${CALM}`,
    40,
    'warn',
  ],
  ['opinion.courier', 'courier_scam', `seems_bad & courier & !refuse & ${CALM}`, 40, 'warn'],
  [
    'opinion.refund',
    'overpayment',
    `seems_bad & (do_refund | surplus | cheque | mistake) & !refuse & ${CALM}`,
    40,
    'warn',
  ],
  [
    'opinion.data',
    'phishing_link',
    `seems_bad & (qr | page | do_enter | card_data | bank_data | papers) & !refuse & ${CALM}`,
    40,
    'warn',
  ],
  [
    'opinion.elsewhere',
    'off_platform',
    `seems_bad & (do_contact | elsewhere | messenger | messenger_weak | no_fee | phone_no | mail_addr) & !(phone | mail | handle) & !refuse & ${CALM}`,
    40,
    'warn',
  ],
  [
    'opinion.hurt',
    'harassment',
    'surely_bad & (insult | ill_will | threat | sexual | flirt | body_photo | or_else | stars)',
    40,
    'warn',
  ],
]
