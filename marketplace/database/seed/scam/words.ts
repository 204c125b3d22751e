import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('vocabulary/', import.meta.url)

/**
 * What words say, concept by concept, from all vocabularies: concept -> words and phrases, separated by commas. A line is
 * `concept: word, some words, stem*`; one that starts with # is a remark. They are compared without accents and case.
 * Rules (rules.ts) speak of concepts only, so a new way of saying something is one more word in a file of its language.
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
