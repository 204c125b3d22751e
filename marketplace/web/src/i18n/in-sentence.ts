import { currentLanguage } from './messages.ts'

/** Whether nouns keep their capital mid-sentence. */
const keepsCapitals = () => currentLanguage() === 'de'

/** Formats a label for use inside a sentence: "Wheel size" becomes "wheel size", but "RAM" and "EU size" stay. */
export function inSentence(label: string): string {
  if (keepsCapitals() || /^.\p{Lu}/u.test(label)) return label
  return label.charAt(0).toLowerCase() + label.slice(1)
}

/** Lowercases a name for use inside a sentence: "See all women's coats". */
export function inSmallLetters(name: string): string {
  return keepsCapitals() ? name : name.toLowerCase()
}
