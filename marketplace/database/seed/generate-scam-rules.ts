import { writeFileSync } from 'node:fs'
import Papa from 'papaparse'
import { SCAM_PATTERNS } from '../../contract/scam-patterns.ts'
import { KNOWN_SITES } from './scam/known-sites.ts'
import { phrasesOf } from './scam/phrases.ts'
import { RULES } from './scam/rules.ts'
import { WORDS } from './scam/words.ts'

/**
 * Writes scam rules, words and known sites into the reference data: `node marketplace/database/seed/generate-scam-rules.ts`. A changed rule needs a
 * higher version.
 */
export function scamFiles(): Readonly<Record<string, string>> {
  const patterns = Object.entries(SCAM_PATTERNS).map(([id, { title, advice }]) => ({ id, title, advice }))
  const words = [...phrasesOf(WORDS)].map(([phrase, signals]) => ({ phrase, signals: `{${[...signals].join(',')}}` }))
  const sites = Object.entries(KNOWN_SITES).flatMap(([what, domains]) => domains.map((domain) => ({ domain, what })))
  const rules = RULES.map(({ id, version, pattern, signals, weight, action }) => ({
    id,
    version,
    pattern,
    signals,
    weight,
    action,
  }))
  return {
    '050_public.scam_patterns.ndjson': `${patterns.map((pattern) => JSON.stringify(pattern)).join('\n')}\n`,
    '051_public.scam_rules.csv': csv(rules),
    '052_public.scam_words.csv': csv(words),
    '053_public.scam_domains.csv': csv(sites),
  }
}

function csv(rows: object[]): string {
  return `${Papa.unparse(rows, { newline: '\n' })}\n`
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(scamFiles())) {
    writeFileSync(new URL(`../reference-data/${name}`, import.meta.url), text)
  }
}
