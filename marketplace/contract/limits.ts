/**
 * Limits that the web forms show and the database enforces. Text is counted in Unicode code points, money in minor units. The numbers come
 * from the product's limits table; a change must be made in the database as well.
 */
export const LIMITS = {
  title: { min: 5, max: 80, counterFrom: 60 },
  description: { max: 5000 },
  photos: {
    min: 1,
    max: 20,
    maxMegabytes: 20,
    maxBytes: 20 * 1024 * 1024,
    minEdge: 500,
    softEdge: 800,
    resizeEdge: 2560,
    altMax: 200,
  },
  /** The minimum depends on the currency: lowestPrice(). */
  price: { maxMinor: 100_000_000 },
  /** Items in one ad. */
  quantity: 999,
  attributeText: { max: 120 },
  message: { max: 2000 },
  favorites: { max: 500 },
  search: { pageSize: 24, maxPageSize: 48 },
  /** Until an account is trusted; the database says when it may continue. */
  newAccount: { adsPerDay: 3, conversationsPerDay: 5 },
  profile: { firstName: 50, lastName: 50, displayName: { min: 2, max: 40 }, bio: 500, place: 80, phone: 20 },
} as const

/** Length in code points: an emoji or a character outside the basic plane counts as one. */
export function codePoints(text: string): number {
  return [...text].length
}
