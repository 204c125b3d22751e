import { t } from '../../i18n/t.ts'
import type { Vacation } from '../../lib/away.ts'
import { dataOf, RequestFailed } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'

export async function readVacation(userId: string): Promise<Vacation & { away_note: string }> {
  const seller = dataOf(
    await supabase.from('sellers').select('away_from, away_until, away_note').eq('id', userId).maybeSingle(),
  )
  return seller ?? { away_from: null, away_until: null, away_note: '' }
}

export async function saveVacation({ from, until, note }: { from: string; until: string; note: string }) {
  if (!from || !until) throw new RequestFailed(t('dashboard.vacation.daysMissing'), { isOffline: false, cause: null })
  dataOf<unknown>(await supabase.rpc('set_vacation', { away_from: from, away_until: until, note }))
}

export async function endVacation(): Promise<void> {
  dataOf<unknown>(await supabase.rpc('end_vacation'))
}
