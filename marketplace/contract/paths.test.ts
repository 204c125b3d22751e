import { expect, test } from 'vitest'
import { isKnownPath } from './paths.ts'

test.each([
  '/',
  '/home',
  '/auth',
  '/browse',
  '/listing/42',
  '/seller/42',
  '/help/safety',
  '/help/when-to-pay',
  '/cookies',
  '/dashboard',
  '/messages/',
  '/admin',
  '/admin/categories',
])('%s is a page', (path) => {
  expect(isKnownPath(path)).toBe(true)
})

test.each([
  '/stall/881',
  '/listing',
  '/listing/',
  '/listing/1/2',
  '/help/else/1',
  '/Home',
  '/admin/else',
  '/admin/categories/1',
  '',
])('%s is not a page', (path) => {
  expect(isKnownPath(path)).toBe(false)
})
