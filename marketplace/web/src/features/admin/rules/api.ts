import type { Tables } from '../../../../../contract/database.types.ts'
import { jsonOf } from '../../../../../contract/json-of.ts'
import { t } from '../../../i18n/t.ts'
import { dataOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'

export type GuardAction = 'allow' | 'warn' | 'mask' | 'hold' | 'block'

export const ACTION_NAME: Readonly<Record<GuardAction, string>> = {
  allow: t('admin.rules.onlyCountIt'),
  warn: t('admin.rules.warnTheReader'),
  mask: t('admin.rules.mask'),
  hold: t('admin.rules.holdForPerson'),
  block: t('admin.rules.block'),
}

/** Its signals are a text search query. */
export interface GuardRule extends Readonly<Tables<'scam_rules'>> {
  readonly action: GuardAction
}

export interface Pattern {
  readonly id: string
  readonly title: Readonly<Record<string, string>>
}

export async function readRules(): Promise<GuardRule[]> {
  const answer = await supabase
    .from('scam_rules')
    .select('id,version,pattern,signals,weight,action,created_at,retired_at')
    .order('id')
    .order('version', { ascending: false })
  return dataOf(answer) as GuardRule[] // action is one of five, by the table
}

export async function readPatterns(): Promise<Pattern[]> {
  return dataOf(await supabase.from('scam_patterns').select('id,title').order('id')) as Pattern[]
}

/** Figures of 90 days; right and wrong come from users' feedback. */
export interface RuleFigure {
  readonly hits: number
  readonly kept_back: number
  readonly right: number
  readonly wrong: number
  readonly weeks: readonly { readonly week: string; readonly right: number; readonly wrong: number }[]
}
export type RuleFigures = Readonly<Record<string, RuleFigure>>

export async function readRuleFigures(): Promise<RuleFigures> {
  return jsonOf<RuleFigures>(dataOf(await supabase.rpc('scam_rule_figures', { days: 90 })))
}

/** Messages with feedback, as CSV rows with a header. */
export async function readLabelled(): Promise<string[][]> {
  const rows = dataOf(await supabase.rpc('labelled_messages')) ?? []
  return [
    ['label', 'text', 'by', 'at', 'action', 'rules'],
    ...rows.map(({ label, said, by, at, action, rules }) => [
      label,
      said,
      by,
      at,
      action ?? '',
      (rules ?? []).join(' '),
    ]),
  ]
}

export interface Judgement {
  readonly action: GuardAction
  readonly score: number
  readonly pattern: string | null
  readonly rules: readonly { id: string; version: number; pattern: string; weight: number }[]
  readonly signals: readonly string[]
}

/** Context signals about the sender. */
export const KNOWN = {
  young_account: t('admin.rules.aNewAccount'),
  first_message: t('admin.rules.theirFirstMessage'),
  hurried: t('admin.rules.tooFast'),
  far_away: t('admin.rules.fromFarAway'),
} as const
export type Known = keyof typeof KNOWN

export async function tryRules(said: string, known: readonly Known[]): Promise<Judgement> {
  const signals = known.includes('young_account') ? [...known, 'new_account'] : [...known]
  return jsonOf<Judgement>(dataOf(await supabase.rpc('try_scam_rules', { said, known: signals })))
}

export type RuleAction =
  | { type: 'save'; rule: Pick<GuardRule, 'id' | 'pattern' | 'signals' | 'weight' | 'action'> }
  | { type: 'switch'; id: string; inForce: boolean }

export async function actOnRule(action: RuleAction): Promise<void> {
  dataOf<unknown>(
    action.type === 'save'
      ? await supabase.rpc('save_scam_rule', action.rule)
      : await supabase.rpc('switch_scam_rule', { id: action.id, in_force: action.inForce }),
  )
}
