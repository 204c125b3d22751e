import { dataOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'

export interface ContestableFact {
  conversation_id: string | null
  deal_id: string | null
  title: string
  happened_at: string
  /** Null if not contested. */
  state: 'open' | 'upheld' | 'rejected' | null
  answer: string | null
}

export async function readContestableFacts(): Promise<ContestableFact[]> {
  return dataOf(await supabase.rpc('my_contestable_facts')) as ContestableFact[] // the columns of public.my_contestable_facts()
}

export async function contestFact({ conversation_id, deal_id }: ContestableFact, statement: string): Promise<void> {
  const about = conversation_id ? { conversation_id } : deal_id ? { deal_id } : {}
  dataOf<unknown>(await supabase.rpc('contest_fact', { statement, ...about }))
}
