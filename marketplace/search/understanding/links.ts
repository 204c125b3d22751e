/** How a phrase relates to the item before it. */
export type Link = 'of' | 'for' | 'with' | 'without' | 'that'

const LINKS: Readonly<Record<Link, string>> = {
  of: 'of in on at de da do dos das d del en em na no a aus von vom im am auf au aux des du sur',
  for: 'for to para pra pour fur furs zum zur beim f',
  with: 'with w and incl including plus mit und inkl com e con y avec et',
  without: 'without ohne sem sin sans',
  that: 'that which who die das der den que qui dont welche welcher welches wo where',
}

const LINK_OF = new Map(
  (Object.keys(LINKS) as Link[]).flatMap((link) => LINKS[link].split(' ').map((word) => [word, link] as const)),
)

export function linkOf(word: string): Link | null {
  return LINK_OF.get(word) ?? null
}

const YEARS = /^(years?|yrs?|yo|anos?|ans?|jahre?n?|jahrig\w*)$/
const MONTHS = /^(months?|meses|mes|mois|monate?n?|monatig\w*)$/

/** An age at the start of these words in years ("5 year ...", "18 months ..."), and its number of words. */
export function ageAt(words: readonly string[], at: number): { years: number; length: number } | null {
  const [number = '', unit = '', more = ''] = words.slice(at, at + 3)
  const joined = /^(\d{1,2})([a-z]+)$/.exec(number)
  const count = Number(joined?.[1] ?? number)
  const said = joined?.[2] ?? unit
  if (!/^\d{1,2}([a-z]+)?$/.test(number) || !(YEARS.test(said) || MONTHS.test(said))) return null
  const length = (joined ? 1 : 2) + (/^(old|olds|alt|alten|altes)$/.test(joined ? unit : more) ? 1 : 0)
  return { years: MONTHS.test(said) ? Math.floor(count / 12) : count, length }
}

const SIZE_WORDS = new Set(
  'size sizes talla tamanho taille pointure grosse groesse gr nr numero eu uk us it konfektionsgrosse schuhgrosse waist cintura bundweite inseam'.split(
    ' ',
  ),
)
const SIZE = /^(\d{2,3}|xx?s|s|m|l|x{1,4}l|[2-5]xl)$/

/** Whether a word introduces a size ("size", "Gr."). */
export function isSizeWord(word: string): boolean {
  return SIZE_WORDS.has(word)
}

export function isSize(word: string): boolean {
  return SIZE.test(word)
}

/** Numbers of sizes of clothing: British, and continental for women and men. They differ between countries, so that some mean two. */
const LETTERS: Readonly<Record<string, string>> = {
  xs: '6 8 34',
  s: '6 8 10 36 38 44 46',
  m: '10 12 38 40 42 48 50',
  l: '14 16 40 42 44 50 52',
  xl: '16 18 44 46 54',
}

/** The letters that a number means as a size of clothing: "38" may be S or M. */
export function lettersOf(size: string): string[] {
  return Object.keys(LETTERS).filter((letter) => LETTERS[letter]?.split(' ').includes(size))
}
