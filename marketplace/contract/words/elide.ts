import type { Language } from '../languages.ts'
import type { Values } from './say.ts'

const VOWEL = /^[aeiouàáâéèêëíîïóôöúùûœ]/i

/** French drops the e of "de" and "que" before a value with a vowel: "Offre d’Inês". */
export function elide(language: Language, text: string, values: Values = {}): string {
  if (language !== 'fr') return text
  return Object.values(values).reduce<string>(
    (elided, value) =>
      typeof value === 'string' && VOWEL.test(value)
        ? elided.replaceAll(`de ${value}`, `d’${value}`).replaceAll(`que ${value}`, `qu’${value}`)
        : elided,
    text,
  )
}
