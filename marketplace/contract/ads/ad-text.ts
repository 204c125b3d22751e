import { codePoints, LIMITS } from '../limits.ts'
import type { Refusal } from '../refusals/refusal.ts'

/**
 * The rules for ad texts, each as the refusal that the field shows; undefined when the text is fine. The database applies the same rules
 * (private.title_problem, private.description_problem): ad-text.cases.ts is run against both. Source: the product's limits table and its
 * part on trust.
 */

export function titleProblem(title: string): Refusal | undefined {
  const text = readable(title).trim()
  const length = codePoints(text)
  const { min, max } = LIMITS.title
  if (length === 0) return { code: 'SK185' }
  if (length < min) return { code: 'SK135', details: { min } }
  if (codePoints(title.trim()) > max) return { code: 'SK136', details: { max } }
  if (!/\p{L}.*\p{L}/u.test(text)) return { code: 'SK137' }
  const contact = contactProblem(text, 'title')
  if (contact) return contact
  if (SIGNS_IN_A_ROW.test(text)) return { code: 'SK138' }
  // Short titles such as "BMW X5" and "IKEA PAX" are names, not shouting.
  if (isShouting(text, 10)) return { code: 'SK139' }
  if (mostUsed(text, 3).count >= 3) return { code: 'SK140' }
  return undefined
}

/** Punctuation, symbols, arrows, stars and pictographs: the same one four times. */
const SIGNS_IN_A_ROW = /([!-/:-@[-`{-~\u2010-\u2bff\u3001-\u303f\u{1f000}-\u{1faff}])\1{3,}/u

export function descriptionProblem(description: string): Refusal | undefined {
  const text = readable(description).trim()
  const { max } = LIMITS.description
  if (codePoints(description.trim()) > max) return { code: 'SK152', details: { max } }
  const contact = contactProblem(text, 'description')
  if (contact) return contact
  if (isShouting(text, 40)) return { code: 'SK153' }
  const { count, words } = mostUsed(text, 4)
  if (count >= 8 && count * 6 > words) return { code: 'SK154' }
  if (/(#[\p{L}\d_]+\s*){6,}/u.test(text) || SEARCH_WORDS.test(text)) {
    return { code: 'SK155' }
  }
  return undefined
}

/** Why a free-text attribute or a photo description is rejected; undefined when it is fine. `name` is the attribute's label in the form. */
export function detailProblem(text: string, part: 'alt' | 'detail', name = ''): Refusal | undefined {
  const problem = contactProblem(readable(text), 'description')
  return problem && { ...problem, details: { part, name } }
}

const SEARCH_WORDS =
  /\b(tags|keywords|search words|search terms|palavras[- ]chave|etiquetas|mots[- ]cl[eé]s|suchbegriffe)\s*:/i

/** NFKC-normalised text without the invisible characters that would hide a word from a rule. */
function readable(text: string): string {
  return text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}|\u20e3/gu, '')
}

type Where = 'title' | 'description'

const MAIL = [
  /[^\s@]+@[^\s@]+\.[a-z]{2,}/i,
  /[a-z0-9._-]+ ?[([{] ?(at|arroba) ?[)\]}] ?[a-z0-9-]+/i,
  /\b[a-z0-9._-]+ (at|arroba) (gmail|hotmail|outlook|yahoo|icloud|proton|protonmail|gmx|sapo)\b/i,
]

const LINK: Record<Where, RegExp[]> = {
  title: [
    /https?:\/\/|www\./i,
    /\b[a-z0-9-]+\.(com|net|org|info|biz|shop|store|online|site|app|io|co|eu|pt|es|de|fr|uk|me|ly|link)\b/i,
  ],
  // A shop's domain may be part of an item's story; a URL with a path may not.
  description: [
    /https?:\/\/|www\.[a-z0-9]/i,
    /\b[a-z0-9-]+\.(com|net|org|info|biz|shop|store|online|site|app|io|co|eu|pt|es|de|fr|uk|me|ly|link)\/[a-z0-9]/i,
  ],
}

const INTERNATIONAL = /(\+|\b00)[0-9][0-9 ()./-]{6,}[0-9]/
const DIGIT =
  '(zero|one|two|three|four|five|six|seven|eight|nine|um|dois|tr[eê]s|quatro|cinco|seis|sete|oito|nove|uno|dos|tres|cuatro|siete|ocho|nueve)'
const DIGIT_WORDS = new RegExp(`(\\b${DIGIT}\\b[ ,.-]*){7,}`, 'i')

const PHONE: Record<Where, RegExp[]> = {
  // Nine digits are the shortest national number of the market's countries; separators do not hide one.
  title: [INTERNATIONAL, /\b[0-9]([ .-]?[0-9]){8,}\b/, DIGIT_WORDS],
  // Descriptions may contain serial numbers and ISBNs, so only digits formatted as a phone number count.
  description: [
    INTERNATIONAL,
    /\b(call|phone|tel|telephone|mobile|text me|whats ?app|ligar|ligue|telefone|telem[oó]vel|llama|tel[eé]fono|m[oó]vil|anrufen|telefon|t[eé]l)\b[^0-9\n]{0,20}[0-9]([ .()/-]?[0-9]){8,}/i,
    /(?<![0-9.,-])[2679][0-9]{2}[ .-][0-9]{3}[ .-][0-9]{3}(?![ .,-]?[0-9])/,
    /(?<![0-9.,-])9[1236][0-9]{7}(?![.,-]?[0-9])/,
    /(?<![0-9.,-])0[1-9]([ .-][0-9]{2}){4}(?![ .,-]?[0-9])/,
    /(?<![0-9.,-])0(1[5-7][0-9][ /-]?[0-9]{7,8}|7[0-9]{3}[ -]?[0-9]{6}|[67][0-9]{8})(?![.,-]?[0-9])/,
    DIGIT_WORDS,
  ],
}

const MESSENGER = [
  /\b(write|message|contact|text|reach|ping|add|call|find|fala|fale|contacta|contacte|manda|mande|escribe|schreib)\b[^.!?\n]{0,25}\b(whats ?app|telegram|viber|signal|snapchat|instagram|insta)\b/i,
  /\b(whats ?app|telegram|viber|signal|snapchat|instagram|insta|facebook)\b[^\n]{0,15}@[a-z0-9_.]{3,}/i,
]

/** Contact details that bypass messages, where most fraud starts and users are unprotected. */
function contactProblem(text: string, where: Where): Refusal | undefined {
  const says = (rules: RegExp[]) => rules.some((rule) => rule.test(text))
  if (says(MAIL)) return { code: 'SK147', details: { part: where } }
  if (says(LINK[where])) return { code: 'SK148', details: { part: where } }
  if (says(PHONE[where])) return { code: 'SK149', details: { part: where } }
  if (says(MESSENGER)) return { code: 'SK150', details: { part: where } }
  return undefined
}

function isShouting(text: string, fromLetters: number): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const capitals = text.match(/\p{Lu}/gu) ?? []
  return letters.length >= fromLetters && capitals.length * 2 > letters.length
}

/** The count of the most frequent word with at least `fromLetters` letters, and the total number of words. */
function mostUsed(text: string, fromLetters: number): { count: number; words: number } {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = new Map<string, number>()
  for (const word of words) if (codePoints(word) >= fromLetters) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { count: Math.max(0, ...counts.values()), words: words.length }
}
