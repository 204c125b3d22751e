export const PARCEL_SIZES = ['small', 'medium', 'large'] as const
export type ParcelSize = (typeof PARCEL_SIZES)[number]

/** What a parcel of a size may measure and weigh, packed; longest side first. */
export const PARCEL_LIMITS: Readonly<
  Record<ParcelSize, { readonly cm: readonly [number, number, number]; readonly kg: number }>
> = {
  small: { cm: [35, 25, 12], kg: 2 },
  medium: { cm: [45, 35, 20], kg: 5 },
  large: { cm: [60, 40, 40], kg: 10 },
}
