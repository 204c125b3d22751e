import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('vocabulary/', import.meta.url)

/**
 * Words and phrases by concept, from all vocabularies: concept -> comma-separated words and phrases. A line is `concept: word, some words, stem*`;
 * lines starting with # are comments. Compared without accents and case. Rules (rules.ts) use concepts only, so a new wording is one more word in a
 * language's file.
 */
export const WORDS: Readonly<Record<string, string>> = readVocabularies()

function readVocabularies(): Record<string, string> {
  const words: Record<string, string> = {}
  for (const file of readdirSync(FOLDER).sort()) {
    for (const line of readFileSync(new URL(file, FOLDER), 'utf8').split('\n')) {
      if (line === '' || line.startsWith('#')) continue
      const [, concept, list] = /^([a-z_]+): (.+)$/.exec(line) ?? []
      if (!concept || !list) throw new Error(`${file}: “${line.slice(0, 40)}” is not “concept: words”`)
      words[concept] = words[concept] ? `${words[concept]}, ${list}` : list
    }
  }
  return words
}
