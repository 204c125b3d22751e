import { CALM, type RuleOf } from './rule.ts'

/** Links, and impersonation of the site. */
export const PHISHING_RULES: readonly RuleOf[] = [
  ['link.foreign', 'phishing_link', 'link & !checked', 50, 'warn'],
  ['link.foreign_new_account', 'phishing_link', 'link & young_account & !checked', 60, 'block'],
  [
    'link.threat',
    'phishing_link',
    `threatened & account & (do_approve | dont_approve | do_enter | do_open | do_pay | team | page | link | code | card) & !thing_code & ${CALM}`,
    60,
    'warn',
  ],
  [
    'link.team',
    'phishing_link',
    `team & (account | do_approve | do_enter | code | figures | card | card_data | page | link) & ${CALM}`,
    60,
    'warn',
  ],
  [
    'link.qr',
    'phishing_link',
    `qr & (do_open | do_approve | receive | bank | paid | account | card) & !thing_code & ${CALM}`,
    60,
    'warn',
  ],
]
