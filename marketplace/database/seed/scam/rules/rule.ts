import type { ScamPatternId } from '../../../../contract/scam-patterns.ts'

export interface ScamRule {
  readonly id: string
  /** Incremented with every change of a rule: verdicts refer to rule and version. */
  readonly version: number
  readonly pattern: ScamPatternId
  /**
   * A tsquery over signals: concepts of the vocabularies, findings in the text (mail, handle, link, trusted_link, phone, digits, short_code, percent,
   * amount, capitals), facts about the sender (new_account, young_account, first_message, hurried, far_away) and the conversation (protected_pay: it
   * can be paid for here and no meet-up is set), and the second classifier (seems_bad, surely_bad, seems_good).
   */
  readonly signals: string
  /** Summed over matching rules: from 100 on, a message is held for review. */
  readonly weight: number
  readonly action: 'allow' | 'warn' | 'mask' | 'hold' | 'block'
}

/** id, pattern, signals, weight, action */
export type RuleOf = readonly [string, ScamPatternId, string, number, ScamRule['action']]

/** Not about third parties, and not honest by the second classifier. A refused action no longer counts as one (dont_pay). */
export const CALM = '!told & !seems_good'
/** Nor after seeing the item or at a meet-up. */
export const UNSEEN = `${CALM} & !on_sight`

/** One concept within this many words after the other. */
export function behind(one: string, other: string, words: number): string {
  return `(${Array.from({ length: words }, (_, index) => `${one} <${index + 1}> ${other}`).join(' | ')})`
}

/** Two concepts within this many words of each other. */
export function near(one: string, other: string, words: number): string {
  return `(${behind(one, other, words)} | ${behind(other, one, words)})`
}
