import { jsonOf } from '../../../../contract/json-of.ts'
import { dataClient } from '../../lib/data/client.ts'
import { dataOf } from '../../lib/data/failure.ts'

export interface Suspicion {
  readonly action: 'allow' | 'warn' | 'mask' | 'hold' | 'block'
  /** Sentence with the strongest match; null without any. */
  readonly sentence: string | null
  /** Pattern ids, most severe first. */
  readonly patterns: readonly string[]
  readonly hosts: readonly { readonly host: string; readonly what: 'own' | 'carrier' | 'map' | 'unknown' }[]
}

/** Checks a text with the scam rules. Links are not opened. */
export async function checkSuspicion(said: string): Promise<Suspicion> {
  const client = await dataClient()
  return jsonOf<Suspicion>(dataOf(await client.rpc('check_suspicion', { said })))
}

/** Removes links to this site, compared by origin. */
export function withoutOwnLinks(said: string, origin: string): { rest: string; own: number } {
  const escaped = origin.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  let own = 0
  const rest = said.replace(new RegExp(`${escaped}(?:[/?#][^\\s]*)?(?=\\s|$)`, 'gi'), () => {
    own++
    return ' '
  })
  return { rest: rest.trim(), own }
}
