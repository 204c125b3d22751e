export type Language = 'en' | 'pt' | 'es' | 'de' | 'fr'

/** Normalised words: lower case, without accents, only letters and digits. Like private.search_words(), without units. */
export function plainPhrase(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss').replaceAll('œ', 'oe').replaceAll('æ', 'ae')
  const words = plain
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s\b/g, '')
  return words
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
}

type Rule = readonly [ending: RegExp, plural: string]
const RULES: Readonly<Record<Exclude<Language, 'de'>, readonly Rule[]>> = {
  en: [
    [/([^aeiou])y$/, '$1ies'],
    [/([^s])s$/, '$1s'],
    [/(s|x|z|ch|sh)$/, '$1es'],
    [/$/, 's'],
  ],
  pt: [
    [/ão$/, 'ões'],
    [/([aou])l$/, '$1is'],
    [/el$/, 'éis'],
    [/m$/, 'ns'],
    [/([rz])$/, '$1es'],
    [/s$/, 's'],
    [/$/, 's'],
  ],
  es: [
    [/z$/, 'ces'],
    [/s$/, 's'],
    [/ó?([nrldj])$/, '$1es'],
    [/$/, 's'],
  ],
  fr: [
    [/([ae]au|eu)$/, '$1x'],
    [/al$/, 'aux'],
    [/[sxz]$/, '$&'],
    [/$/, 's'],
  ],
}
/** "mesa de centro": the first word has the plural. */
const PREPOSITION = / (?:de|da|do|del|d|à|a|en|em|para|pour|sem|sin|sans|con|com|sur) ?/

/** Search removes umlauts, so that endings cover nearly all German plurals; some results are not words, which is harmless. */
function germanPlurals(word: string): string[] {
  if (/^[A-Z]+$/.test(word)) return [`${word}s`]
  if (/(e|el|er)$/.test(word)) return [`${word}n`]
  if (/(en|s|sse|[aiou])$/.test(word)) return [`${word}s`]
  return ['e', 'en', 'er', 's'].map((ending) => word + ending)
}

/** The regular plural of a noun, also in a compound ("coffeetable"). */
export function pluralsOf(word: string, language: Language): string[] {
  if (language === 'de') return germanPlurals(word)
  const [noun = word] = language === 'en' ? [word] : word.split(PREPOSITION)
  const rest = word.slice(noun.length)
  const rule = RULES[language].find(([ending]) => ending.test(noun))
  const plural = rule ? noun.replace(rule[0], rule[1]) + rest : word
  // A following adjective is inflected too: "cadeiras giratórias".
  const both = language === 'en' ? plural : plural.replace(/^(\S+) (\S*[aoe])$/, '$1 $2s')
  const joined = language === 'en' && /^\S+ \S+$/.test(word) ? [word, plural].map((form) => form.replace(' ', '')) : []
  return [plural, both, ...nounsBefore(noun, rest, language), ...joined]
}

type Ending = readonly [ending: RegExp, singular: string]
const SINGULARS: Readonly<Record<Language, readonly Ending[]>> = {
  en: [
    [/ies$/, 'y'],
    [/(ch|sh|x|ss)es$/, '$1'],
    [/([^su])s$/, '$1'],
  ],
  pt: [
    [/ões$/, 'ão'],
    [/ins$/, 'im'],
    [/([rz])es$/, '$1'],
    [/([aeiou])s$/, '$1'],
  ],
  es: [
    [/ines$/, 'ín'],
    [/ones$/, 'ón'],
    [/([rdlj])es$/, '$1'],
    [/([aeo])s$/, '$1'],
  ],
  fr: [
    [/aux$/, 'al'],
    [/eaux$/, 'eau'],
    [/([^s])s$/, '$1'],
  ],
  de: [
    [/([^aeiou])en$/, '$1e'],
    [/([^aeiou])e$/, '$1'],
  ],
}

/** The singular of a plural name ("roller skates"), by its noun; some results are not words, which is harmless. */
export function singularsOf(word: string, language: Language): string[] {
  const words = word.split(' ')
  const place = language === 'en' || language === 'de' ? words.length - 1 : 0
  const noun = words[place] ?? ''
  const rule = SINGULARS[language].find(([ending]) => ending.test(noun))
  if (!rule || noun.length < 5) return []
  return [words.with(place, noun.replace(rule[0], rule[1])).join(' ')]
}

function nounsBefore(noun: string, rest: string, language: 'en' | 'pt' | 'es' | 'fr'): string[] {
  const [first, second, ...more] = noun.split(' ')
  if (language === 'en' || !first || !second || more.length > 0) return []
  const rule = RULES[language].find(([ending]) => ending.test(first))
  return rule
    ? [`${first.replace(rule[0], rule[1])} ${second}${rest}`, `${first.replace(rule[0], rule[1])} ${second}s${rest}`]
    : []
}
