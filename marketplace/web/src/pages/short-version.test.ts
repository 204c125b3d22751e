import { expect, test } from 'vitest'
import { readSource } from '../../messages-in.ts'
import privacyPage from './PrivacyPage.tsx?raw'
import { SHORT, shortVersionOf } from './short-version.tsx'
import shortVersions from './short-version.tsx?raw'
import termsPage from './TermsPage.tsx?raw'

const locales = Object.values(
  import.meta.glob<Record<string, string>>('../../../contract/locales/*/legal.json', {
    import: 'default',
    eager: true,
  }),
)
/** Maximum number of words in an easily read sentence. */
const MOST_WORDS = 20

test('terms and privacy notice start with their short version', () => {
  expect(termsPage).toMatch(/sections=\{\[\s*shortVersionOf\('terms'\)/)
  expect(privacyPage).toMatch(/sections=\{\[\s*shortVersionOf\('privacy'\)/)
  expect(shortVersionOf('terms')).toMatchObject({ id: 'short', title: 'The short version' })
})

test.each(Object.entries(SHORT))('the short version of %s has three to six lines', (_, lines) => {
  expect(lines().length).toBeGreaterThanOrEqual(3)
  expect(lines().length).toBeLessThanOrEqual(6)
})

test('each sentence of a short version is short, in every language', () => {
  const { ids } = readSource('short-version.tsx', shortVersions)
  const texts = locales.flatMap((messages) => ids.map((id) => messages[id] ?? ''))
  const sentences = texts.flatMap((text) => text.split(/(?<=[.])\s+/))
  expect(sentences.filter((sentence) => sentence === '' || sentence.split(/\s+/).length > MOST_WORDS)).toEqual([])
})
