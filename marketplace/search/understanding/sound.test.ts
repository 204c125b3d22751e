import { expect, test } from 'vitest'
import { initialsOf, soundOf, soundsLike } from './sound.ts'

test.each([
  ['xupeta', 'chupeta'],
  ['jimnasio', 'gimnasio'],
  ['ladriyos', 'ladrillos'],
  ['bolzo', 'bolso'],
  ['fauteuill', 'fauteuil'],
  ['cafetièr', 'cafetière'],
  ['farrad', 'fahrrad'],
  ['foto', 'photo'],
])('%s sounds like %s', (mistyped, meant) => {
  const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '')
  expect(soundOf(plain(mistyped))).toBe(soundOf(plain(meant)))
  expect(initialsOf(plain(mistyped))).toContain(meant.charAt(0))
})

test('orkid sounds like orchid', () => {
  expect(soundsLike('orkid', 'orchid')).toBe(true)
  expect(soundsLike('orkid', 'organ')).toBe(false)
})

test.each([
  ['lamp', 'lamb'],
  ['table', 'cable'],
  ['boot', 'coat'],
])('%s sounds unlike %s', (one, other) => {
  expect(soundOf(one)).not.toBe(soundOf(other))
})
