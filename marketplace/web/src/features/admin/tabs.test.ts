import { expect, test } from 'vitest'
import { isStaff, tabsFor } from './tabs.ts'

test('an administrator opens every part, a member and a visitor none', () => {
  expect(tabsFor('admin')).toContain('categories')
  expect(tabsFor('moderator')).not.toContain('categories')
  expect(tabsFor('member')).toEqual([])
  expect(tabsFor(undefined)).toEqual([])
})

test('moderators and administrators are staff, business members are not', () => {
  expect(['member', 'business', 'moderator', 'admin', undefined].filter(isStaff)).toEqual(['moderator', 'admin'])
})
