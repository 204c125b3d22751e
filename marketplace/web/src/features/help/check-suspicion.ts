import { jsonOf } from '../../../../contract/json-of.ts'
import { dataOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'

export interface Suspicion {
  readonly action: 'allow' | 'warn' | 'mask' | 'hold' | 'block'
  /** The one that the gravest suspicion rests on; null when nothing was found. */
  readonly sentence: string | null
  /** Ids of patterns, the gravest first. */
  readonly patterns: readonly string[]
  readonly hosts: readonly { readonly host: string; readonly what: 'own' | 'carrier' | 'map' | 'unknown' }[]
}

/** What the guard of the chat makes of it. Nothing is opened: only the words are read. */
export async function checkSuspicion(said: string): Promise<Suspicion> {
  return jsonOf<Suspicion>(dataOf(await supabase.rpc('check_suspicion', { said })))
}

/** Our own addresses in a text, taken out: what is left is for the rules. An address that only begins like ours is none of them. */
export function withoutOwnLinks(said: string, origin: string): { rest: string; own: number } {
  const escaped = origin.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  let own = 0
  const rest = said.replace(new RegExp(`${escaped}(?:[/?#][^\\s]*)?(?=\\s|$)`, 'gi'), () => {
    own++
    return ' '
  })
  return { rest: rest.trim(), own }
}
