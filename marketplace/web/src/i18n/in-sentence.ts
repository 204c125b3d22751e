import { currentLanguage } from './messages.ts'

/** Whether nouns keep their capital in the middle of a sentence. */
const keepsCapitals = () => currentLanguage() === 'de'

/** A label as it stands inside a sentence: "Wheel size" is "wheel size" there, but "RAM" and "EU size" stay. */
export function inSentence(label: string): string {
  if (keepsCapitals() || /^.\p{Lu}/u.test(label)) return label
  return label.charAt(0).toLowerCase() + label.slice(1)
}

/** A name as it stands inside a sentence, all small: "See all women's coats". */
export function inSmallLetters(name: string): string {
  return keepsCapitals() ? name : name.toLowerCase()
}
