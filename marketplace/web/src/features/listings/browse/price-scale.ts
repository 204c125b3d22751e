import type { PriceFacts } from '../listing.ts'

/**
 * The slider moves over the edges of the histogram's bars, so that every position is a price between two bars. Position 0 and the last one
 * mean no limit on that side. Prices in minor units.
 */
export interface PriceScale {
  edges: readonly number[]
  /** Positions of both thumbs for a chosen range. */
  positionsOf(min: number | null, max: number | null): [number, number]
  /** The range for two positions. */
  rangeOf(positions: readonly [number, number]): { min: number | null; max: number | null }
}

/** Null with fewer than two bars. */
export function priceScale(facts: PriceFacts | null): PriceScale | null {
  const bars = facts?.histogram ?? []
  const [first] = bars
  if (!first || bars.length < 2) return null
  const edges = [first.from, ...bars.map((bar) => bar.to)]
  const last = edges.length - 1
  const nearest = (price: number) =>
    edges.reduce((best, edge, at) => (Math.abs(edge - price) < Math.abs((edges[best] ?? 0) - price) ? at : best), 0)
  return {
    edges,
    positionsOf: (min, max) => [min === null ? 0 : nearest(min), max === null ? last : nearest(max)],
    rangeOf: ([low, high]) => ({
      min: low <= 0 ? null : (edges[low] ?? null),
      max: high >= last ? null : (edges[high] ?? null),
    }),
  }
}
