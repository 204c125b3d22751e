import { expect, test } from 'vitest'
import { ALL_SECTIONS, MOVED, pageOf, SECTIONS, sectionOf, TAB_LABEL, tabOf } from './tabs.ts'

test('the dashboard has at most six sections, and every tab is in one', () => {
  expect(Object.keys(SECTIONS).length).toBeLessThanOrEqual(6)
  const pages = ALL_SECTIONS.flatMap((section) => [section, ...SECTIONS[section].pages])
  expect(pageOf('reports')).toBe('settings')
  expect(new Set([...pages, 'balance', 'notifications', 'reports'])).toEqual(new Set(Object.keys(TAB_LABEL)))
})

test.each([
  ['searches', 'saved'],
  ['notifications', 'overview'],
  ['reports', 'settings'],
  ['profile', 'settings'],
  ['security', 'settings'],
  ['nothing-like-it', 'overview'],
])('?tab=%s is in the section %s', (word, section) => {
  expect(sectionOf(tabOf(word))).toBe(section)
})

test('the old URL of the reviews redirects to the user’s seller page', () => {
  expect(MOVED.reviews?.('7')).toBe('/seller/7#reviews')
})
