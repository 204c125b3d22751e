import type { Language } from './plurals.ts'

const DETERMINERS: Readonly<Record<Language, readonly string[]>> = {
  en: ['the', 'a', 'my', 'our', 'his', 'her'],
  pt: ['o', 'a', 'os', 'as', 'um', 'uma', 'meu', 'minha', 'meus', 'minhas'],
  es: ['el', 'la', 'los', 'las', 'un', 'una', 'mi', 'mis'],
  de: ['der', 'die', 'das', 'den', 'dem', 'ein', 'eine', 'einen', 'mein', 'meine', 'meinen', 'meiner', 'meinem'],
  fr: ['le', 'la', 'les', 'un', 'une', 'des', 'du', 'mon', 'ma', 'mes'],
}

/** A phrase with every other determiner in place of its first, and without it: "dry my hair" is also "dry the hair" and "dry hair". */
export function determined(phrase: string, language: Language): readonly string[] {
  const words = phrase.split(' ')
  const all = DETERMINERS[language]
  const at = words.findIndex((word, place) => place > 0 && all.includes(word.toLowerCase()))
  if (at < 0) return [phrase]
  const withOther = (other: readonly string[]) => [...words.slice(0, at), ...other, ...words.slice(at + 1)].join(' ')
  return [...new Set([phrase, ...[[], ...all.map((other) => [other])].map(withOther)])]
}
