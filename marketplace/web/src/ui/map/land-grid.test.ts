import { expect, test } from 'vitest'
import { cellsWithin } from './land-grid.ts'

test('a town lies in one cell, an edge between cells in both', () => {
  expect(cellsWithin([-9.3, 38.6, -9, 38.9])).toEqual(['7-6'])
  expect(cellsWithin([-1, 38.6, 1, 38.9])).toEqual(['7-6', '8-6'])
})

test('beyond the date line the count begins anew, and beyond the edge of the projection it ends', () => {
  expect(cellsWithin([179, 0.1, 181, 0.2])).toEqual(['15-7', '0-7'])
  expect(cellsWithin([-180, -90, 179.9, 90])).toHaveLength(256)
})
