import { expect, test } from 'vitest'
import { profileChanges, profileSchema } from './profile-schema.ts'

const form = {
  firstName: 'Marta',
  lastName: '',
  displayName: 'Marta S.',
  phone: '',
  bio: '',
  place: 'Graça, Lisbon',
}

test('a profile only requires a name', () => {
  expect(profileSchema.safeParse(form).success).toBe(true)
  expect(profileSchema.safeParse({ ...form, displayName: ' M ' }).error?.issues[0]?.message).toContain('two characters')
})

test('a phone number may have separators but no letters', () => {
  const isFine = (phone: string) => profileSchema.safeParse({ ...form, phone }).success
  expect([isFine('+351 912-345-678'), isFine('(030) 12345'), isFine('call me'), isFine('123')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('limits count visible characters, not code units', () => {
  expect(profileSchema.safeParse({ ...form, bio: '🪑'.repeat(500) }).success).toBe(true)
  expect(profileSchema.safeParse({ ...form, bio: 'x'.repeat(501) }).success).toBe(false)
})

test('a known area brings its coordinates, no area clears them', () => {
  expect(profileChanges(form)).toMatchObject({ area: 'Graça', city: 'Lisbon', lat: 38.718, phone: null })
  expect(profileChanges({ ...form, place: '' })).toMatchObject({ area: '', city: '', lat: null, lng: null })
})
