import { dataOf } from '../../../app/failure.ts'
import { supabase } from '../../../app/supabase.ts'
import type { ImportRow } from './rows.ts'

/** What became of one row. */
export interface ImportAnswer {
  key: string
  id: string | null
  state: string | null
  /** False when an earlier import had made this ad. */
  created: boolean
  problem: string | null
}

/** Makes a draft of each row, once per key. With `publish` those that need no photo go on offer, as far as the limits allow. */
export async function importRows(rows: readonly ImportRow[], publish: boolean): Promise<ImportAnswer[]> {
  const send = async (part: readonly ImportRow[], isPublic: boolean): Promise<ImportAnswer[]> => {
    if (part.length === 0) return []
    const ads = part.map(({ key, content }) => ({ key, ...content }))
    const answer = await supabase.rpc('import_listings', { ads, publish: isPublic })
    return dataOf(answer) as unknown as ImportAnswer[] // jsonb, built by public.import_listings()
  }
  const ready = rows.filter((row) => publish && row.needsNoPhoto)
  const drafts = rows.filter((row) => !ready.includes(row))
  return [...(await send(drafts, false)), ...(await send(ready, true))]
}
