import { jsonOf } from '../../../../../contract/json-of.ts'
import type { Refusal } from '../../../../../contract/refusals/refusal.ts'
import { learnRefusals, refusalText } from '../../../i18n/refusals.ts'
import { dataOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { MOST_ROWS } from './read-table.ts'
import type { ImportRow } from './rows.ts'
import { sendPhotos } from './send-photos.ts'

export interface ImportAnswer {
  key: string
  id: string | null
  state: string | null
  /** False if created by an earlier import. */
  created: boolean
  problem: string | null
}

type Notification = Omit<ImportAnswer, 'problem'> & { problem: Refusal | null }

/** Creates drafts, idempotent by key. `publish` also publishes those that need no photo. */
export async function importRows(rows: readonly ImportRow[], publish: boolean): Promise<ImportAnswer[]> {
  const send = async (all: readonly ImportRow[], isPublic: boolean): Promise<ImportAnswer[]> => {
    const answers: ImportAnswer[] = []
    for (let from = 0; from < all.length; from += MOST_ROWS) {
      const ads = all.slice(from, from + MOST_ROWS).map(({ key, content }) => ({ key, ...content }))
      const [answer] = await Promise.all([supabase.rpc('import_listings', { ads, publish: isPublic }), learnRefusals()])
      const told = jsonOf<Notification[]>(dataOf(answer))
      answers.push(...told.map((row) => ({ ...row, problem: row.problem && refusalText(row.problem) })))
    }
    return answers
  }
  const ready = rows.filter((row) => publish && row.needsNoPhoto)
  const drafts = rows.filter((row) => !ready.includes(row))
  return [...(await send(drafts, false)), ...(await send(ready, true))]
}

/** The same with photos, uploaded one by one. */
export async function importWithPhotos(
  rows: readonly ImportRow[],
  { publish, sellerId, onPhoto }: { publish: boolean; sellerId: string; onPhoto: (sent: number, all: number) => void },
): Promise<ImportAnswer[]> {
  const answers = await importRows(rows, publish)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const all = rows.reduce((sum, row) => sum + row.photos.length, 0)
  let sent = 0
  for (const answer of answers) {
    const row = byKey.get(answer.key)
    if (!row || row.photos.length === 0 || answer.id === null) continue
    answer.problem ??= await sendPhotos(row, answer.id, sellerId, () => onPhoto(++sent, all))
  }
  return answers
}
