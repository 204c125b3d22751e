import { ADVANCE_RULES } from './rules/advance.ts'
import { BULK_RULES } from './rules/bulk.ts'
import { CONTACT_RULES } from './rules/contact.ts'
import { COURIER_RULES } from './rules/courier.ts'
import { ELSEWHERE_RULES } from './rules/elsewhere.ts'
import { HINT_RULES } from './rules/hint.ts'
import { HURT_RULES } from './rules/hurt.ts'
import { PHISHING_RULES } from './rules/phishing.ts'
import type { RuleOf, ScamRule } from './rules/rule.ts'

/** Rules changed since, by id. */
const CHANGED: Readonly<Record<string, number>> = {
  'advance.deposit': 4,
  'advance.first': 4,
  'advance.pay_deposit': 5,
  'advance.pay_then': 4,
  'contact.spelled_mail': 3,
  'courier.brings_cash': 5,
  'courier.pending': 4,
  'hint.courier': 4,
  'hint.leave': 4,
  'hurt.threat': 4,
  'leave.asks_contact': 4,
  'leave.messenger': 4,
  'link.threat': 4,
  'over.cheque': 4,
}

/** Version 2 was derived from the concepts; rules that use the second classifier have version 3. */
export const RULES: readonly ScamRule[] = [
  ...CONTACT_RULES,
  ...COURIER_RULES,
  ...ADVANCE_RULES,
  ...ELSEWHERE_RULES,
  ...PHISHING_RULES,
  ...HURT_RULES,
  ...HINT_RULES,
  ...BULK_RULES,
].map(versioned)

function versioned([id, pattern, signals, weight, action]: RuleOf): ScamRule {
  const version = CHANGED[id] ?? (/(?:seems|surely)_/.test(signals) ? 3 : 2)
  return { id, version, pattern, signals, weight, action }
}
