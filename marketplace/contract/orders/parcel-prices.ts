/** Usual prices of a small, a medium and a large parcel by country (ISO 3166-1 alpha-2), in units of the market's currency. */
export type ParcelPrices = Readonly<Record<string, readonly string[]>>
