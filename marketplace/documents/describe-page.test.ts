import type { PageDocument } from 'souk-backend/pages'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../contract/languages.ts'
import { appManifest } from './app-manifest.ts'
import { createDescribePage } from './describe-page.ts'
import { feed } from './feed.ts'

const SITE = { brandName: 'Souk', publicUrl: 'https://souk.example', publishableKey: 'key' }
const CATEGORIES: Readonly<Record<string, string>> = { en: 'Sofas', de: 'Sofas und Sessel', fr: 'Canapés' }

/** The data API of a market with one category and three ads. */
const visit = async (path: string) => {
  const language = /name:name->>(\w\w)/.exec(decodeURIComponent(path))?.[1]
  if (path.includes('search_listings')) return Response.json({ items: [], total: 3, facets: null })
  if (path.includes('/categories') && language)
    return Response.json([{ slug: 'sofas', parent: null, name: CATEGORIES[language] ?? language }])
  return Response.json([])
}

function describe(path: string, language: string): Promise<PageDocument | null> {
  return createDescribePage(SITE)({ url: new URL(path, SITE.publicUrl), language, visit })
}

test("a category is described in the page's language, by its translated name", async () => {
  const page = await describe('/browse?category=sofas', 'de')
  expect(page).toMatchObject({
    title: 'Sofas und Sessel · Souk',
    description: '3 Anzeigen auf Souk in deiner Nähe: Sofas und Sessel.',
    canonical: 'https://souk.example/browse?category=sofas',
    social: { locale: 'de_DE' },
  })
  expect(page?.alternates?.[0]).toMatchObject({
    title: 'Neu: Sofas und Sessel',
    href: '/feed.xml?category=sofas&lang=de',
  })
  expect(JSON.stringify(page?.jsonLd)).toContain('"name":"Start"')
  expect((await describe('/browse?category=sofas', 'en'))?.title).toBe('Sofas · Souk')
})

test('a URL with a language is a separate page, and all variants link to each other', async () => {
  const plain = await describe('/help', 'fr')
  const french = await describe('/help?lang=fr', 'fr')
  expect(plain?.canonical).toBe('https://souk.example/help')
  expect(french?.canonical).toBe('https://souk.example/help?lang=fr')
  expect(french?.title).toBe('Aide · Souk')
  expect(french?.languages).toEqual(plain?.languages)
  expect(french?.languages).toContainEqual({ language: 'fr', href: 'https://souk.example/help?lang=fr' })
  expect(french?.languages).toContainEqual({ language: 'x-default', href: 'https://souk.example/help' })
  expect(french?.languages).toHaveLength(LANGUAGES.length + 1)
})

test("missing pages and the notice without scripts are in the page's language", async () => {
  expect(await describe('/nowhere', 'pt')).toMatchObject({
    status: 404,
    title: 'Não encontrado · Souk',
    robots: 'noindex',
  })
  expect(await describe('/listing/1', 'es')).toMatchObject({
    status: 404,
    title: 'No hay ningún anuncio en esta dirección · Souk',
  })
  expect((await describe('/messages', 'es'))?.withoutScript).toMatch(/^Este sitio necesita JavaScript/)
})

test.each(LANGUAGES)('no description has an unfilled placeholder in $name', async ({ code }) => {
  for (const path of [
    '/',
    '/categories',
    '/browse?q=lamp',
    '/help/safety',
    '/terms',
    '/transparency',
    '/privacy',
    '/auth',
    '/seller/1',
  ]) {
    const { firstReads, ...words } = (await describe(path, code)) ?? {}
    expect(JSON.stringify(words)).not.toMatch(/\{(?!search_term_string)\w+\}|undefined|NaN/)
  }
})

test('feeds and the manifest are translated, and vary by language', async () => {
  const question = {
    url: new URL('/feed.xml?category=sofas&lang=fr', SITE.publicUrl),
    language: 'fr',
    visit,
    params: {},
  }
  const news = await feed(SITE).answer(question)
  expect(await news.text()).toMatch(/<title>Canapés · Souk<\/title>[\s\S]*<language>fr<\/language>/)
  const app = await appManifest({ name: 'Souk', hue: null, logoPath: null }).answer(question)
  expect(app.headers.get('vary')).toBe('Accept-Language')
  expect(await app.json()).toMatchObject({ lang: 'fr', shortcuts: [{ url: '/post' }, { url: '/messages' }] })
})

test('a feed is valid XML for any search', async () => {
  const search = new URLSearchParams({ q: 'lamp\u0007\uFFFF ]]> <b> & 🪔' })
  const url = new URL(`/feed.xml?${search}`, SITE.publicUrl)
  const text = await (await feed(SITE).answer({ url, language: 'en', visit, params: {} })).text()
  expect(text).toContain('lamp')
  expect(text).toContain('🪔')
  expect(text).not.toMatch(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|<b>/u)
})
