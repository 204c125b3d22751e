import { expect, test } from 'vitest'
import { boxIn } from './crop.ts'
import type { Gravity } from './transform.ts'

const WIDE = { width: 300, height: 100 }
const WANTED = { width: 100, height: 100 }

test.each([
  ['we', 0, 0, 0],
  ['ea', 0, 0, 200],
  ['ce', 0, 0, 100],
  ['no', 0, 0, 100],
  ['nowe', 0, 0, 0],
  ['soea', 10, 0, 190],
  ['we', 25, 0, 25],
  ['ce', -30, 0, 70],
  ['ea', -50, 0, 200], // never beyond the image
  ['fp', 0.5, 0.5, 100],
  ['fp', 0, 0, 0],
  ['fp', 0.9, 1, 200],
  ['fp', 0.25, 1, 25],
] as const)('gravity %s with offsets %d and %d begins at %d', (kind, x, y, left) => {
  const gravity: Gravity = { kind, x, y }
  expect(boxIn(WIDE, WANTED, gravity)).toEqual({ left, top: 0, ...WANTED })
  expect(boxIn({ width: 50, height: 40 }, WANTED, gravity)).toEqual({ left: 0, top: 0, width: 50, height: 40 })
})
