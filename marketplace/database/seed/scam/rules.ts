import type { ScamPatternId } from '../../../contract/scam-patterns.ts'

export interface ScamRule {
  readonly id: string
  /** Raised with every change of a rule: verdicts name rule and version. */
  readonly version: number
  readonly pattern: ScamPatternId
  /**
   * What must be said, as a tsquery over signals: those of words.ts, what reading finds (mail, handle, link,
   * trusted_link, phone, digits, short_code, percent, amount, capitals), and what is known of the sender (new_account,
   * young_account, first_message, hurried, far_away).
   */
  readonly signals: string
  /** Adds up over the rules that apply: from 100 on, a message waits for a person. */
  readonly weight: number
  readonly action: 'allow' | 'warn' | 'mask' | 'hold' | 'block'
}

const OPEN_DEPOSIT = '!innocent_deposit & !refuse'
const near = (one: string, other: string, gap: number) =>
  `(${Array.from({ length: gap }, (_, index) => `${one} <${index + 1}> ${other}`).join(' | ')})`

export const RULES: readonly ScamRule[] = [
  // Contact details, which hide themselves with words, signs and spaces.
  rule('contact.phone', 'contact_detail', 'phone & !(part_number & !call_me)', 40, 'mask'),
  rule('contact.mail', 'contact_detail', 'mail', 40, 'mask'),
  rule('contact.handle', 'contact_detail', 'handle', 40, 'mask'),
  rule('contact.spelled_mail', 'contact_detail', 'at_sign & dot_word', 40, 'mask'),
  rule('contact.called_number', 'contact_detail', 'digits & call_me & !part_number', 40, 'mask'),
  rule(
    'contact.social_name',
    'contact_detail',
    '(my_social | social_place & my_name | (messenger | messenger_weak | social_place) & name_here) & !device_app',
    40,
    'mask',
  ),
  rule(
    'contact.elsewhere',
    'contact_detail',
    '(my_contact & hidden_in_photo) | (my_contact & name_here) | (name_here & (phone | digits))',
    40,
    'warn',
  ),

  rule('contact.mail_provider', 'contact_detail', 'mail_provider & !device_app', 40, 'mask'),
  rule('contact.in_photo', 'contact_detail', 'number_at & hidden_in_photo & !part_number', 40, 'warn'),

  // Away from the site: the first step of nearly all fraud.
  rule('leave.messenger', 'off_platform', 'messenger & !device_app & !stay_here', 40, 'warn'),
  rule(
    'leave.other_app',
    'off_platform',
    'messenger_weak & (contact_verb | your_contact | my_contact | off_site | not_here) & !device_app & !stay_here',
    40,
    'warn',
  ),
  rule('leave.asks_contact', 'off_platform', 'your_contact & ask & !part_number & !stay_here & !to_yours', 40, 'warn'),
  rule('leave.off_site', 'off_platform', 'off_site & !stay_here', 40, 'warn'),
  rule('leave.avoid_fees', 'off_platform', 'avoid_fees & !stay_here', 40, 'warn'),
  rule('leave.not_here', 'off_platform', 'not_here', 40, 'warn'),

  rule(
    'leave.reach_me',
    'off_platform',
    'reach_me & (instead | here_site | broken | by_email | alerts) & !arrival & !stay_here & !refuse',
    40,
    'warn',
  ),
  rule(
    'leave.by_email',
    'off_platform',
    'by_email & (talk | contact_verb | ask | neg) & !arrival & !stay_here & !parcel',
    40,
    'warn',
  ),
  rule('leave.elsewhere', 'off_platform', 'elsewhere & talk & !stay_here', 40, 'warn'),
  rule(
    'leave.no_alerts',
    'off_platform',
    `neg & alerts & here_site | ${near('neg', 'online_verb', 2)} & here_site & (messenger_weak | by_email | contact_verb | talk) | here_site & broken & (talk | contact_verb | by_email)`,
    40,
    'warn',
  ),
  rule('leave.to_phone', 'off_platform', 'at_phone & contact_verb & !code_strict & !stay_here & !arrival', 40, 'warn'),
  rule('leave.informal', 'off_platform', 'informal_out & (cheaper | talk & here_site | avoid_fees | pay)', 40, 'warn'),

  // A courier who pays, a page that wants the card.
  rule(
    'courier.receive_by_card',
    'courier_scam',
    'receive_money & (card | card_data | bank_data | form | confirm | enter | sms_mail | safe_deal | courier_strict) & !refuse',
    60,
    'warn',
  ),
  rule('courier.card_data', 'courier_scam', '(courier & card_data | courier_strict & bank_data) & !refuse', 60, 'warn'),
  rule('courier.card', 'courier_scam', 'courier & card & (needs | enter | confirm) & !refuse', 60, 'warn'),
  rule(
    'courier.safe_deal',
    'courier_scam',
    'safe_deal & (i_paid | confirm | enter | receive | form | card)',
    60,
    'warn',
  ),
  rule(
    'courier.i_paid',
    'courier_scam',
    'i_paid & (card | card_data | bank_data | form | confirm) & (receive | receive_money | courier)',
    60,
    'warn',
  ),
  rule(
    'courier.insurance',
    'courier_scam',
    'courier_strict & insurance & (first | back_later | needs) & !refuse',
    60,
    'warn',
  ),
  rule('courier.brings_cash', 'courier_scam', 'courier_strict & (brings_cash | receive_money) & !refuse', 60, 'warn'),
  rule(
    'courier.card_form',
    'courier_scam',
    'card_data & (enter | confirm | needs | tell | form) & !refuse',
    60,
    'warn',
  ),
  rule('courier.pending', 'courier_scam', 'tracking_hold & (pay | money | i_paid | proof)', 60, 'warn'),
  rule('courier.proof', 'courier_scam', 'proof & (i_paid | pay) & (delivers | held_parcel) & !refuse', 40, 'warn'),
  rule('courier.qr', 'courier_scam', 'qr & (confirm | receive | receive_money | account | card)', 60, 'warn'),
  rule(
    'courier.with_cash',
    'courier_scam',
    'courier_person & (cash_word & (money | pay) | guarantee & (pay | first | needs)) & !refuse & !innocent_deposit',
    60,
    'warn',
  ),

  // Codes that open an account or a bank.
  rule('code.kind', 'code_theft', 'code_kind & (tell | prove) & !refuse', 70, 'warn'),
  rule('code.digits', 'code_theft', '(code_strict | you_get) & digits_of & (tell | you_get) & !door_code', 70, 'warn'),
  rule('code.yours', 'code_theft', 'code_strict & you_get & tell & !door_code & !refuse', 70, 'warn'),
  rule('code.prove', 'code_theft', 'prove & (code | digits_of | a_number | proof)', 70, 'warn'),
  rule('code.numbers', 'code_theft', 'digits_of & tell & (support | account | sms | you_get) & !door_code', 70, 'warn'),
  rule('code.texted', 'code_theft', '(code_strict | a_number) & sms & you_get & (tell | tell_what)', 70, 'warn'),
  rule('code.sms', 'code_theft', 'code_strict & sms & tell & !door_code & !refuse', 70, 'warn'),
  rule('code.for_money', 'code_theft', 'code_strict & tell & (receive_money | transfer) & !door_code', 70, 'warn'),
  rule('code.account', 'code_theft', 'code_strict & tell & account & threatened', 70, 'warn'),
  rule('code.sent_to_you', 'code_theft', 'code_strict & (you_get | digits_of) & !door_code & !refuse', 60, 'warn'),
  rule(
    'code.how_many',
    'code_theft',
    'digits_of & (you_get | tell | tell_what) & !door_code & !part_number & !refuse',
    60,
    'warn',
  ),

  // Pays too much and wants the rest.
  rule('over.rest_back', 'overpayment', 'over & back & (pay | cheque | agent | money) & !own_postage', 60, 'warn'),
  rule('over.cheque', 'overpayment', 'cheque & (over | keep | agent | back | forward)', 60, 'warn'),
  rule('over.agent', 'overpayment', 'over & agent & (forward | back | pay) & !own_postage', 60, 'warn'),
  rule(
    'over.keep',
    'overpayment',
    'keep & (agent | over | forward) & (forward | back) & (pay | money | cheque | agent)',
    60,
    'warn',
  ),
  rule(
    'over.too_much',
    'overpayment',
    '(over_strict | instead_of & (pay | digits | i_paid | forward | money | over | back)) & back & !own_postage',
    60,
    'warn',
  ),
  rule(
    'over.by_mistake',
    'overpayment',
    'mistake & back & (pay | transfer | i_paid | over | digits | amount) & !own_postage',
    60,
    'warn',
  ),
  rule('over.upgrade', 'overpayment', 'upgrade & (pay | account | money | receive)', 60, 'warn'),

  // Money before anything was seen.
  rule('advance.strict', 'advance_fee', `deposit_strict & ${OPEN_DEPOSIT}`, 60, 'warn'),
  rule(
    'advance.before',
    'advance_fee',
    `in_advance & (pay | half | money | amount | percent | gift_card | deposit) & ${OPEN_DEPOSIT}`,
    60,
    'warn',
  ),
  rule('advance.deposit', 'advance_fee', `deposit & (hold | now_send | rivals | pay) & ${OPEN_DEPOSIT}`, 60, 'warn'),
  rule(
    'advance.half',
    'advance_fee',
    `half & (pay | forward) & (first | now_send | away | no_view | delivers | hold | rivals) & ${OPEN_DEPOSIT}`,
    60,
    'warn',
  ),
  rule('advance.gift_card', 'advance_fee', 'gift_card & !refuse', 60, 'warn'),
  rule(
    'advance.crypto',
    'advance_fee',
    'crypto & (pay | receive | forward | i_paid | enter | job) & !refuse',
    60,
    'warn',
  ),
  rule('advance.wire', 'advance_fee', 'wire_service & !refuse', 60, 'warn'),
  rule('advance.no_view', 'advance_fee', 'no_view & (pay | deposit | first | half | delivers) & !refuse', 60, 'warn'),
  rule('advance.away', 'advance_fee', 'away & (deposit | deposit_strict | half | fee_first)', 60, 'warn'),
  rule(
    'advance.rivals',
    'advance_fee',
    `rivals & (now_send & pay | transfer | first & pay) & ${OPEN_DEPOSIT}`,
    50,
    'warn',
  ),
  rule(
    'advance.fee',
    'advance_fee',
    `((fee & first) | fee_first | (fee & back_later)) & pay & ${OPEN_DEPOSIT}`,
    50,
    'warn',
  ),
  rule('advance.insurance', 'advance_fee', 'insurance & pay_me & delivers & !refuse', 50, 'warn'),
  rule(
    'advance.pay_then_send',
    'advance_fee',
    `pay_to_me & (delivers | away | now_send | hold) & ${OPEN_DEPOSIT}`,
    50,
    'warn',
  ),
  rule('advance.secure', 'advance_fee', `transfer & hold & ${OPEN_DEPOSIT}`, 50, 'warn'),
  rule('advance.away_now', 'advance_fee', 'away & (pay_me | transfer) & (now_send | over) & !refuse', 50, 'warn'),
  rule('advance.race', 'advance_fee', `rivals & pay & (now_send | first | hold) & ${OPEN_DEPOSIT}`, 50, 'warn'),

  // Links and people who pretend to be the site.
  rule('link.foreign', 'phishing_link', 'link & !checked', 50, 'warn'),
  rule('link.foreign_new_account', 'phishing_link', 'link & young_account & !checked', 60, 'block'),
  rule(
    'link.threat',
    'phishing_link',
    'threatened & account & (confirm | enter | support | link | card_data | pay | digits_of) & !refuse',
    60,
    'warn',
  ),
  rule(
    'link.support',
    'phishing_link',
    'support & (account | confirm | code_strict | card | card_data | link | digits_of) & !refuse',
    60,
    'warn',
  ),
  rule('link.parcel_fee', 'phishing_link', 'parcel & held_parcel & small_fee & (link | enter)', 50, 'warn'),
  rule('link.bank', 'phishing_link', 'bank_notice & (click | confirm | link | phone | digits)', 50, 'warn'),

  // Nobody has to read this alone.
  rule('hurt.insult', 'harassment', `${near('you_are', 'insult', 4)} | ${near('insult', 'you_are', 1)}`, 50, 'warn'),
  rule('hurt.strong', 'harassment', 'insult_strong', 50, 'warn'),
  rule('hurt.threat', 'harassment', 'threat', 70, 'warn'),
  rule('hurt.sexual', 'harassment', 'sexual_strong | sexual & body_photo | wear & wear_for_me', 60, 'warn'),
  rule('hurt.body_photo', 'harassment', 'body_photo', 40, 'warn'),
  rule('hurt.hate', 'harassment', 'hate', 60, 'warn'),

  // Prizes, loans, jobs.
  rule(
    'bulk.prize',
    'bulk',
    'prize_strict & (call_me | link | phone | digits | short_code | free | subscribe | money | click | foreign_amount)',
    60,
    'warn',
  ),
  rule(
    'bulk.subscription',
    'bulk',
    'subscribe_strict & (free | prize | phone | digits | short_code | call_me | link | foreign_amount | subscribe)',
    60,
    'warn',
  ),
  rule(
    'bulk.short_code',
    'bulk',
    'short_code & (subscribe_strict | free | prize | prize_strict | text_it)',
    60,
    'warn',
  ),
  rule('bulk.prize_call', 'bulk', 'prize & foreign_amount & (call_me | free | click)', 50, 'warn'),
  rule('bulk.job', 'bulk', 'job & (contact_verb | link | amount | money | percent | messenger | enter)', 50, 'warn'),
  rule('bulk.loan', 'bulk', 'loan & (percent | free | contact_verb | link | phone | amount)', 50, 'warn'),

  // Of the sender: alone no ground for anything, together with the above they weigh.
  rule('sender.hurried', 'bulk', 'hurried & first_message', 15, 'allow'),
  rule('sender.new', 'bulk', 'new_account & first_message', 15, 'allow'),
  rule('sender.far', 'bulk', 'far_away & first_message', 10, 'allow'),
  rule('sender.presses', 'bulk', 'urgent & (pay | link | code_strict)', 15, 'allow'),
]

function rule(
  id: string,
  pattern: ScamPatternId,
  signals: string,
  weight: number,
  action: ScamRule['action'],
): ScamRule {
  return { id, version: 1, pattern, signals, weight, action }
}
