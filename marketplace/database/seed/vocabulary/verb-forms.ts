import type { Language } from './plurals.ts'

/** A German purpose also in the third person, which the stem of "kochen" doesn't cover ("kocht"). Nouns begin with a capital. */
export function verbForms(phrase: string, language: Language): readonly string[] {
  const [, before, root = ''] = /^(.* )?(\p{Ll}+(?:e(?=n$)|e[lr](?=n$)))n$/u.exec(phrase) ?? []
  if (language !== 'de' || root.length < 4) return [phrase]
  const short = root.replace(/([^dt])e$/, '$1')
  return [phrase, `${before ?? ''}${short}t`]
}
