import { dataOf } from '../../../app/failure.ts'
import { supabase } from '../../../app/supabase.ts'

/** An account as a search shows it. */
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
  return dataOf(await supabase.rpc('find_people', { q })) as unknown as FoundPerson[] // jsonb, as written there
}

/** An act of an administrator, with its reasons in the audit log. */
export async function setTrustLevel(person: string, level: number, statement: string): Promise<void> {
  dataOf<unknown>(await supabase.rpc('set_trust_level', { person, level, statement }))
}
