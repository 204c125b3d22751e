import { isThere } from './suggestions.ts'
import type { PostForm, Taken } from './types.ts'

/** Where a field of an ad comes from, as the server keeps it for the seller. */
export interface Provenance {
  source: Taken['source']
  confidence: number | null
  confirmed_at: string
}

/** By field, what still says what was suggested: what the seller has typed over since is the seller's own. */
export function provenanceOf(form: PostForm): Record<string, Provenance> {
  return Object.fromEntries(
    Object.entries(form.taken)
      .filter(([, taken]) => isThere(taken, form))
      .map(([field, { source, confidence, at }]) => [field, { source, confidence, confirmed_at: at }]),
  )
}

/** The same, read back with an ad whose text is in the form. */
export function takenOf(
  rows: readonly (Provenance & { field: string })[],
  form: Omit<PostForm, 'taken'>,
): PostForm['taken'] {
  return Object.fromEntries(
    rows.map(({ field, source, confidence, confirmed_at: at }) => [
      field,
      { source, confidence, at, change: saidIn(form, field) },
    ]),
  )
}

/** What the form says in one field. */
function saidIn(form: Omit<PostForm, 'taken'>, field: string): Taken['change'] {
  const attribute = /^attributes\.(.+)$/.exec(field)?.[1]
  if (attribute !== undefined) return { attributes: { [attribute]: form.attributes[attribute] ?? '' } }
  return { [field]: form[field as keyof typeof form] }
}
