import type { Tables } from '../../../../../contract/database.types.ts'
import { dataOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'

/** A rate limit for a minimum trust level. */
export interface Limit extends Readonly<Tables<'rate_limits'>> {
  readonly scope: 'account' | 'device' | 'network'
}

export interface Ladder {
  readonly days: number
  readonly deals: number
  readonly answered_chats: number
}

export async function readLimits(): Promise<{ limits: Limit[]; ladder: Ladder }> {
  const [limits, ladder] = await Promise.all([
    supabase
      .from('rate_limits')
      .select('action,scope,level,span,allowed')
      .order('action')
      .order('scope')
      .order('level'),
    supabase.from('trust_ladder').select('days,deals,answered_chats').single(),
  ])
  return { limits: dataOf(limits) as Limit[], ladder: dataOf(ladder) as Ladder }
}

export async function setLimit({ action, scope, level, span }: Limit, allowed: number): Promise<void> {
  dataOf<unknown>(await supabase.rpc('set_rate_limit', { action, scope, level, span, allowed }))
}

export async function setLadder(ladder: Ladder): Promise<void> {
  dataOf<unknown>(await supabase.rpc('set_trust_ladder', { ...ladder }))
}
