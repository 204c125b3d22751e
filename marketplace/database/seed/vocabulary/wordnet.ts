import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface WordNet {
  /** Synonyms in the synset of a name's main sense, if it is an artifact, a plant or food. */
  synonyms(names: readonly string[]): string[]
}

/** Lexicographer files of artifacts and plants. */
const THINGS = new Set(['06', '20'])

/** WordNet's nouns as in its files: index.noun (lemma, ..., offsets by frequency) and data.noun (offset, file, words). */
export function readWordNet(folder: string): WordNet {
  const lines = (name: string) =>
    readFileSync(join(folder, 'dict', name), 'latin1')
      .split('\n')
      .filter((line) => line && !line.startsWith(' '))
  const senses = new Map<string, string[]>()
  for (const line of lines('index.noun')) {
    const fields = line.trim().split(/\s+/)
    const [lemma = '', , count = '0'] = fields
    senses.set(lemma, fields.slice(-Number(count)))
  }
  const synsets = new Map<string, { file: string; words: string[] }>()
  for (const line of lines('data.noun')) {
    const [offset = '', file = '', , count = '0', ...rest] = line.split(' ')
    const words = Array.from({ length: Number.parseInt(count, 16) }, (_, index) => rest[2 * index] ?? '')
    synsets.set(offset, { file, words })
  }
  const lemmaOf = (name: string) => name.toLowerCase().replace(/ /g, '_')
  // A rare sense of a common word ("set" for a television) would match everything.
  const isMain = (word: string, offset: string) => senses.get(lemmaOf(word))?.[0] === offset
  return {
    synonyms: (names) =>
      names.flatMap((name) => {
        const [first] = senses.get(lemmaOf(name)) ?? []
        const synset = first === undefined ? undefined : synsets.get(first)
        if (!first || !synset || !THINGS.has(synset.file)) return []
        return synset.words.filter((word) => isMain(word, first)).map((word) => word.replace(/_/g, ' '))
      }),
  }
}
