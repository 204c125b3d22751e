import type { ScamPatternId } from '../../../../contract/scam-patterns.ts'

export interface ScamRule {
  readonly id: string
  /** Raised with every change of a rule: verdicts name rule and version. */
  readonly version: number
  readonly pattern: ScamPatternId
  /**
   * What must be said, as a tsquery over signals: the concepts of the vocabularies, what reading finds (mail, handle, link,
   * trusted_link, phone, digits, short_code, percent, amount, capitals), and what is known of the sender (new_account,
   * young_account, first_message, hurried, far_away) and of the talk (protected_pay: it can be paid for here and no meet-up is set), and the
   * second opinion (seems_bad, surely_bad, seems_good).
   */
  readonly signals: string
  /** Adds up over the rules that apply: from 100 on, a message waits for a person. */
  readonly weight: number
  readonly action: 'allow' | 'warn' | 'mask' | 'hold' | 'block'
}

/** id, pattern, signals, weight, action */
export type RuleOf = readonly [string, ScamPatternId, string, number, ScamRule['action']]

/** Not told of others, and not honest in the second opinion. What is refused is no act of the reader any more (dont_pay). */
export const CALM = '!told & !seems_good'
/** Nor after it was seen, or when people meet. */
export const UNSEEN = `${CALM} & !on_sight`

/** One concept within so many words behind the other. */
export function behind(one: string, other: string, words: number): string {
  return `(${Array.from({ length: words }, (_, index) => `${one} <${index + 1}> ${other}`).join(' | ')})`
}

/** Two concepts within so many words of each other. */
export function near(one: string, other: string, words: number): string {
  return `(${behind(one, other, words)} | ${behind(other, one, words)})`
}
