import { expect, test } from 'vitest'
import { cellsWithin } from './land-grid.ts'

test('a town is in one cell, a box across an edge in both', () => {
  expect(cellsWithin([-9.3, 38.6, -9, 38.9])).toEqual(['7-6'])
  expect(cellsWithin([-1, 38.6, 1, 38.9])).toEqual(['7-6', '8-6'])
})

test('columns wrap at the date line, and rows stop at the edge of the projection', () => {
  expect(cellsWithin([179, 0.1, 181, 0.2])).toEqual(['15-7', '0-7'])
  expect(cellsWithin([-180, -90, 179.9, 90])).toHaveLength(256)
})
