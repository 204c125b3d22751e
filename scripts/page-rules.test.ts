import { expect, test } from 'vitest'
import {
  headFaults,
  imageFaults,
  letterFaults,
  linkFaults,
  type PageFacts,
  sameDescriptions,
  type Target,
  targetFaults,
} from './page-rules.ts'

const DESCRIPTION = 'Second-hand things from people near you, with photos and prices.'
const page: PageFacts = {
  address: 'https://market.example/browse',
  doctype: 'html',
  mode: 'CSS1Compat',
  charset: 'UTF-8',
  lang: 'en',
  viewport: 'width=device-width, initial-scale=1',
  title: 'Everything for sale',
  descriptions: [DESCRIPTION],
  canonicals: ['https://market.example/browse'],
  alternates: [
    { hreflang: 'de', href: 'https://market.example/browse?lang=de' },
    { hreflang: 'x-default', href: 'https://market.example/browse' },
  ],
  robots: '',
  data: ['{"@type":"BreadcrumbList"}'],
  links: [
    { href: '/help', name: 'Help' },
    { href: '#main', name: 'Skip to the content' },
  ],
  images: [{ what: '/a.jpg', alt: '', isSized: true, natural: [400, 300], shown: [200, 150], fit: 'fill' }],
  targets: [],
  letters: [
    [16, 900],
    [11, 100],
  ],
}
const answer = {
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'self'",
    'referrer-policy': 'same-origin',
    'cache-control': 'no-cache',
  },
}
const headers = (change: Record<string, string>) => ({ ...answer, headers: { ...answer.headers, ...change } })

test('a correct page has no faults', () => {
  expect([...headFaults(page, answer), ...linkFaults(page), ...imageFaults(page), ...letterFaults(page)]).toEqual([])
})

test.each<[string, Partial<PageFacts>]>([
  ['quirks mode', { doctype: null }],
  ['quirks mode', { mode: 'BackCompat' }],
  ['is sent as', { charset: 'windows-1252' }],
  ['has the language “”', { lang: '' }],
  ['has the language “english”', { lang: 'english' }],
  ['no viewport', { viewport: null }],
  ['cannot be zoomed', { viewport: 'width=device-width, user-scalable=no' }],
  ['cannot be zoomed', { viewport: 'width=device-width, maximum-scale=1' }],
  ['no title', { title: ' ' }],
  ['a description of 0', { descriptions: [] }],
  ['a description of 300', { descriptions: ['x'.repeat(300)] }],
  ['has 2 descriptions', { descriptions: [DESCRIPTION, DESCRIPTION] }],
  ['has 2 canonical', { canonicals: ['https://market.example/a', 'https://market.example/b'] }],
  ['has the canonical address https://other.example/', { canonicals: ['https://other.example/'] }],
  ['has the canonical address /browse', { canonicals: ['/browse'] }],
  ['the alternate language “german”', { alternates: [{ hreflang: 'german', href: 'https://market.example/de' }] }],
  ['the alternate address /de', { alternates: [{ hreflang: 'de', href: '/de' }] }],
  ['two addresses for one language', { alternates: [...page.alternates, ...page.alternates] }],
  ['data that is no JSON', { data: ['{"@type":'] }],
])('reports a fault of the head: %s', (fault, change) => {
  expect(headFaults({ ...page, ...change }, answer).join()).toContain(fault)
})

test.each([
  ['is sent as text/html', headers({ 'content-type': 'text/html' })],
  ['without x-content-type-options', headers({ 'x-content-type-options': '' })],
  ['without content-security-policy', headers({ 'content-security-policy': '' })],
  ['without referrer-policy', headers({ 'referrer-policy': '' })],
  ['answers 404 and may be indexed', { ...answer, status: 404 }],
])('reports a fault of the response: %s', (fault, given) => {
  expect(headFaults(page, given).join()).toContain(fault)
})

test('a page excluded from search needs no description', () => {
  expect(headFaults({ ...page, robots: 'noindex', descriptions: [] }, { ...answer, status: 404 })).toEqual([])
})

test.each([
  [null, 'Help'],
  ['', 'Help'],
  ['#', 'Help'],
  ['javascript:void(0)', 'Help'],
  ['/help', ' '],
  ['/help', 'Read more'],
  ['/help', 'Mehr erfahren'],
  ['/help', 'Aquí'],
])('reports a link to %s called “%s”', (href, name) => {
  expect(linkFaults({ ...page, links: [{ href, name }] })).toHaveLength(1)
})

test.each([
  ['without alt', { alt: null }],
  ['without a size', { isSized: false }],
  ['stretches', { shown: [200, 200] as const }],
])('reports a fault of an image: %s', (fault, change) => {
  const [image] = page.images
  expect(imageFaults({ ...page, images: [{ ...(image as PageFacts['images'][number]), ...change }] }).join()).toContain(
    fault,
  )
})

const target = (left: number, width: number, height: number, more: Partial<Target> = {}): Target => ({
  what: `at ${left}`,
  left,
  top: 0,
  width,
  height,
  isInText: false,
  layer: 'page',
  ...more,
})

test('reports small targets without enough space around them', () => {
  const near = [target(0, 16, 16), target(18, 16, 16)]
  expect(targetFaults({ ...page, targets: near })).toHaveLength(2)
  expect(targetFaults({ ...page, targets: [target(0, 16, 16), target(17, 60, 60)] })).toHaveLength(1)
  // Alone, far enough apart, inline, large enough, or part of another target.
  expect(targetFaults({ ...page, targets: [target(0, 16, 16)] })).toEqual([])
  expect(targetFaults({ ...page, targets: [target(0, 16, 16), target(40, 16, 16)] })).toEqual([])
  expect(targetFaults({ ...page, targets: near.map((one) => ({ ...one, isInText: true })) })).toEqual([])
  expect(targetFaults({ ...page, targets: [target(0, 24, 24), target(24, 24, 24)] })).toEqual([])
  expect(targetFaults({ ...page, targets: [target(0, 60, 60), target(10, 16, 16)] })).toEqual([])
  expect(targetFaults({ ...page, targets: [target(0, 16, 16), target(18, 60, 60, { layer: 'bar' })] })).toEqual([])
})

test('reports a page in small print', () => {
  expect(
    letterFaults({
      ...page,
      letters: [
        [11, 500],
        [16, 500],
      ],
    }),
  ).toEqual(['has 50 % of its text in letters of 12 px or more'])
})

test('reports two pages with the same description, but not one page at two URLs', () => {
  const other = { ...page, canonicals: ['https://market.example/'] }
  expect(sameDescriptions([page, other])).toHaveLength(1)
  expect(sameDescriptions([page, page, { ...other, robots: 'noindex' }])).toEqual([])
})
