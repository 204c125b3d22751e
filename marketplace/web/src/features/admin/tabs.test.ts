import { expect, test } from 'vitest'
import { isStaff, TABS, tabsFor } from './tabs.ts'

test('an administrator can open every tab, a member or visitor none', () => {
  expect(tabsFor('admin')).toContain('categories')
  expect(tabsFor('moderator')).not.toContain('categories')
  expect(tabsFor('member')).toEqual([])
  expect(tabsFor(undefined)).toEqual([])
})

test('there are at most seven sections, the settings among them', () => {
  expect(tabsFor('admin').filter((tab) => TABS[tab].icon).length + 1).toBeLessThanOrEqual(7)
  expect(tabsFor('moderator').every((tab) => TABS[tab].icon)).toBe(true)
})

test('moderators and administrators are staff, business members are not', () => {
  expect(['member', 'business', 'moderator', 'admin', undefined].filter(isStaff)).toEqual(['moderator', 'admin'])
})
