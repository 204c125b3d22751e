import type { RuleOf } from './rule.ts'

/** Prizes, loans, jobs; and facts about the sender, which only add weight to other rules. */
export const BULK_RULES: readonly RuleOf[] = [
  [
    'bulk.prize',
    'bulk',
    'prize_strict & (call_me | link | phone | digits | short_code | free | subscribe | money | click | foreign_amount)',
    60,
    'warn',
  ],
  [
    'bulk.subscription',
    'bulk',
    'subscribe_strict & (free | prize | phone | digits | short_code | call_me | link | foreign_amount | subscribe)',
    60,
    'warn',
  ],
  ['bulk.short_code', 'bulk', 'short_code & (subscribe_strict | free | prize | prize_strict | text_it)', 60, 'warn'],
  ['bulk.prize_call', 'bulk', 'prize & foreign_amount & (call_me | free | click)', 50, 'warn'],
  ['bulk.bank', 'phishing_link', 'bank_notice & (click | do_approve | link | phone | digits)', 50, 'warn'],
  ['bulk.loan', 'bulk', 'bulk_loan & (percent | free | do_contact | link | phone | amount)', 50, 'warn'],
  ['sender.hurried', 'bulk', 'hurried & first_message', 15, 'allow'],
  ['sender.new', 'bulk', 'new_account & first_message', 15, 'allow'],
  ['sender.far', 'bulk', 'far_away & first_message', 10, 'allow'],
  // The second classifier: holds a message if it agrees with a warning. Contact details and links are excluded, since other rules handle them and the
  // classifier's examples make it suspect them alone.
  [
    'opinion.agrees',
    'bulk',
    'surely_bad & !(phone | mail | handle) & (!link | do_enter | do_open | do_approve | card_data | bank_data | account | receive | team | bank)',
    50,
    'allow',
  ],
]
