import { MONEY_WORDS } from '../../../../../contract/money/money-words.ts'

/** Spoken numbers from 0 to 999,999 in five languages. */

const ONES: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  um: 1,
  uma: 1,
  dois: 2,
  duas: 2,
  tres: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  nove: 9,
  dez: 10,
  onze: 11,
  doze: 12,
  treze: 13,
  catorze: 14,
  quatorze: 14,
  quinze: 15,
  dezasseis: 16,
  dezesseis: 16,
  dezassete: 17,
  dezessete: 17,
  dezoito: 18,
  dezanove: 19,
  dezenove: 19,
  uno: 1,
  dos: 2,
  cuatro: 4,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  once: 11,
  doce: 12,
  trece: 13,
  dieciseis: 16,
  diecisiete: 17,
  dieciocho: 18,
  diecinueve: 19,
  veintiuno: 21,
  veintidos: 22,
  veintitres: 23,
  veinticuatro: 24,
  veinticinco: 25,
  veintiseis: 26,
  veintisiete: 27,
  veintiocho: 28,
  veintinueve: 29,
  null: 0,
  eins: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwolf: 12,
  dreizehn: 13,
  vierzehn: 14,
  funfzehn: 15,
  sechzehn: 16,
  siebzehn: 17,
  achtzehn: 18,
  neunzehn: 19,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  sept: 7,
  huit: 8,
  neuf: 9,
  dix: 10,
  douze: 12,
  seize: 16,
}
const TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  vinte: 20,
  trinta: 30,
  quarenta: 40,
  cinquenta: 50,
  sessenta: 60,
  setenta: 70,
  oitenta: 80,
  noventa: 90,
  veinte: 20,
  treinta: 30,
  cuarenta: 40,
  cincuenta: 50,
  sesenta: 60,
  ochenta: 80,
  zwanzig: 20,
  dreissig: 30,
  vierzig: 40,
  funfzig: 50,
  sechzig: 60,
  siebzig: 70,
  achtzig: 80,
  neunzig: 90,
  vingt: 20,
  vingts: 20,
  trente: 30,
  quarante: 40,
  cinquante: 50,
  soixante: 60,
}
const HUNDREDS: Readonly<Record<string, number>> = {
  hundred: 100,
  cem: 100,
  cento: 100,
  duzentos: 200,
  trezentos: 300,
  quatrocentos: 400,
  quinhentos: 500,
  seiscentos: 600,
  setecentos: 700,
  oitocentos: 800,
  novecentos: 900,
  cien: 100,
  ciento: 100,
  doscientos: 200,
  trescientos: 300,
  cuatrocientos: 400,
  quinientos: 500,
  seiscientos: 600,
  setecientos: 700,
  ochocientos: 800,
  novecientos: 900,
  hundert: 100,
  cent: 100,
  cents: 100,
}
const THOUSAND = new Set(['thousand', 'mil', 'tausend', 'mille'])
const JOINS = new Set(['and', 'e', 'y', 'et', 'und'])

function fold(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').toLowerCase()
}

/** Splits compounds: "twenty-five", "fünfundvierzig". Null if not a number. */
function partsOf(word: string): string[] | null {
  const folded = fold(word)
  const parts = folded.split('-').filter(Boolean)
  if (parts.length > 0 && parts.every((part) => isNumberWord(part) || JOINS.has(part))) return parts
  const german = /^(?:(.+?)tausend)?(?:(ein|.+?)?hundert)?(?:(.+?)und(.+?zig|dreissig))?(.*)$/.exec(folded)
  if (!german || (!folded.includes('hundert') && !folded.includes('und') && !folded.includes('tausend'))) return null
  const [, thousands, hundreds, ones, tens, rest] = german
  const one = (text: string | undefined) => (text === 'ein' ? 'eins' : (text ?? ''))
  const found = [
    ...(folded.includes('tausend') ? [one(thousands), 'tausend'] : []),
    ...(folded.includes('hundert') ? [one(hundreds), 'hundert'] : []),
    ...(tens ? [tens, one(ones)] : []),
    one(rest),
  ].filter(Boolean)
  return found.length > 1 && found.every(isNumberWord) ? found : null
}

function isNumberWord(word: string): boolean {
  return word in ONES || word in TENS || word in HUNDREDS || THOUSAND.has(word)
}

/** The value of number words; null if none. */
function numberOfWords(words: readonly string[]): number | null {
  let total = 0
  let group = 0
  let isFound = false
  for (const word of words.map(fold)) {
    if (JOINS.has(word)) continue
    const one = ONES[word]
    const ten = TENS[word]
    const hundred = HUNDREDS[word]
    if (one !== undefined) group += one
    // Quatre-vingt: 4 × 20.
    else if (ten !== undefined) group = word.startsWith('vingt') && group % 100 === 4 ? group - 4 + 80 : group + ten
    else if (hundred !== undefined) group = hundred > 100 || group === 0 || group >= 10 ? group + hundred : group * 100
    else if (THOUSAND.has(word)) {
      total += (group || 1) * 1000
      group = 0
    } else return null
    isFound = true
  }
  return isFound ? total + group : null
}

const MONEY = new RegExp(`^(?:${MONEY_WORDS})[.,;!?]?$`, 'iu')

/** Replaces number words before a currency by digits ("forty five euros"). Others stay: "two-seater". */
export function digitsForWords(text: string): string {
  const words = text.split(/(\s+)/)
  for (let at = 0; at < words.length; at += 1) {
    if (!MONEY.test(words[at] ?? '')) continue
    let first = at
    const parts: string[] = []
    for (let back = at - 2; back >= 0; back -= 2) {
      const word = (words[back] ?? '').replace(/[,;]$/, '')
      const found = partsOf(word) ?? (JOINS.has(fold(word)) && parts.length > 0 ? [] : null)
      if (!found) break
      parts.unshift(...found)
      if (found.length > 0) first = back
    }
    const number = numberOfWords(parts)
    if (number === null || number === 0) continue
    words.splice(first, at - 1 - first, String(number))
    at = first + 2
  }
  return words.join('')
}
