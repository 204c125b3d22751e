import { codePoints, LIMITS } from '../../../../contract/limits.ts'

/**
 * The rules for a title, each as the sentence that the field shows. Undefined when the title is fine.
 * Source: the limits table of the product: no links, addresses or telephone numbers, no shouting.
 */
export function titleProblem(title: string): string | undefined {
  const text = title.trim()
  const length = codePoints(text)
  if (length === 0) return 'Give your ad a title.'
  if (length < LIMITS.title.min) return `Use at least ${LIMITS.title.min} characters in the title.`
  if (length > LIMITS.title.max) return `Use at most ${LIMITS.title.max} characters in the title.`
  if (/[\w.+-]+@[\w-]+\.\w/.test(text)) return 'Leave e-mail addresses out of the title.'
  if (/https?:|www\.|\b[\w-]+\.(com|net|org|pt|es|de|fr|eu|io)\b/i.test(text)) return 'Leave links out of the title.'
  if (looksLikePhoneNumber(text)) return 'Leave telephone numbers out: buyers write to you here.'
  if (/([!?.,*~_=+-])\1{3,}/.test(text)) return 'Use the same sign three times in a row at most.'
  if (isShouting(text)) return 'Use capitals only where they belong.'
  return undefined
}

/** The same for the description, where links and length differ. */
export function descriptionProblem(description: string): string | undefined {
  const length = codePoints(description.trim())
  const { min, max } = LIMITS.description
  if (length === 0) return 'Describe what you sell, in a sentence or two.'
  if (length < min) return `Write a little more in the description: at least ${min} characters.`
  if (length > max) return `Use at most ${max} characters in the description.`
  return undefined
}

// Nine digits are the shortest national number in the market's countries; separators do not hide one.
function looksLikePhoneNumber(text: string): boolean {
  return /\+?\d(?:[\s().-]?\d){8,}/.test(text)
}

// Short names of makers ("IKEA PS", "BMW X5") are no shouting, so few letters are always fine.
function isShouting(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const capitals = text.match(/\p{Lu}/gu) ?? []
  return letters.length >= 10 && capitals.length * 2 > letters.length
}
