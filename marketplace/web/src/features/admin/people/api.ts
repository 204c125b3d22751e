import { jsonOf } from '../../../../../contract/json-of.ts'
import { dataOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'

export interface FoundPerson {
  readonly id: string
  readonly display_name: string
  readonly city: string
  readonly role: string
  readonly standing: string
  readonly trust_level: number
  readonly joined_at: string
  readonly active_ads: number
  readonly reports_about: number
}

export async function findPeople(q: string): Promise<FoundPerson[]> {
  return jsonOf<FoundPerson[]>(dataOf(await supabase.rpc('find_people', { q })))
}

export async function setTrustLevel(person: string, level: number, statement: string): Promise<void> {
  dataOf<unknown>(await supabase.rpc('set_trust_level', { person, level, statement }))
}
