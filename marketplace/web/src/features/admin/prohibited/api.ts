import type { Tables } from '../../../../../contract/database.types.ts'
import { jsonOf } from '../../../../../contract/json-of.ts'
import { t } from '../../../i18n/t.ts'
import { dataOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'

export type Severity = 'block' | 'review' | 'warn'

export const SEVERITY_NAME: Record<Severity, string> = {
  block: t('admin.prohibited.refused'),
  review: t('admin.prohibited.reviewedFirst'),
  warn: t('admin.prohibited.warnOnly'),
}

export interface Rule {
  rule: string
  name: Record<string, string>
  explanation: Record<string, string>
}

/** Harmless in the categories `not_in`; `category` null is all. */
export interface Term extends Omit<Tables<'prohibited_terms'>, 'harmless' | 'stems'> {
  severity: Severity
}

/** A match, as publishing would report it. */
export interface Hit {
  rule: string
  severity: Severity
  term: string
  name: Record<string, string>
}

export async function readRules(): Promise<Rule[]> {
  const answer = await supabase.from('prohibited_rules').select('rule, name, explanation').order('sort')
  return dataOf(answer) as Rule[] // names and explanations are jsonb, checked by the table
}

export async function readTerms(rule: string): Promise<Term[]> {
  const answer = await supabase
    .from('prohibited_terms')
    .select('id, rule, term, severity, anywhere, language, unless, not_in, category, regions')
    .eq('rule', rule)
    .order('severity')
    .order('language')
    .order('term')
  return dataOf(answer) as Term[] // severity is one of three, by the table
}

export async function tryWords(title: string): Promise<Hit[]> {
  return jsonOf<Hit[]>(dataOf(await supabase.rpc('check_ad', { title })))
}

export type TermAction = { type: 'save'; term: Omit<Term, 'id'> } | { type: 'remove'; id: number }

export async function actOnTerm(action: TermAction): Promise<void> {
  dataOf(
    action.type === 'save'
      ? await supabase.rpc('save_prohibited_term', {
          ...action.term,
          category: action.term.category ?? undefined,
          regions: action.term.regions ?? undefined,
        })
      : await supabase.rpc('remove_prohibited_term', { term_id: action.id }),
  )
}
