/** Delivery addresses: the contract between /checkout, the function `addresses` and packing slips. */

export interface Address {
  readonly name: string
  readonly street: string
  /** Flat, floor, company; may be empty. */
  readonly extra: string
  readonly postcode: string
  readonly town: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** For the carrier; may be empty. */
  readonly phone: string
}

export interface SavedAddress extends Address {
  readonly id: string
}

export type AddressField = keyof Address
export type AddressProblem = 'missing' | 'too_long' | 'invalid'

/** Code points per field. */
export const ADDRESS_LENGTH: Readonly<Record<AddressField, number>> = {
  name: 80,
  street: 120,
  extra: 80,
  postcode: 12,
  town: 80,
  country: 2,
  phone: 24,
}

/** Per account; the database refuses more. */
export const MOST_ADDRESSES = 10

/** Encryption at rest: direct A256GCM, with the owner's id in the header. */
export const ADDRESS_SEAL = { alg: 'dir', enc: 'A256GCM' } as const

const OPTIONAL: readonly AddressField[] = ['extra', 'phone']

/** Available countries, with postcode formats from CLDR. Case and surrounding spaces are ignored. */
// biome-ignore format: one country per entry
const POSTCODES: Readonly<Record<string, RegExp>> = {
  AT: /^\d{4}$/, AU: /^\d{4}$/, BE: /^\d{4}$/, BG: /^\d{4}$/, BR: /^\d{5}-?\d{3}$/, CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/, CH: /^\d{4}$/,
  CY: /^\d{4}$/, CZ: /^\d{3} ?\d{2}$/, DE: /^\d{5}$/, DK: /^\d{4}$/, EE: /^\d{5}$/, ES: /^\d{5}$/, FI: /^\d{5}$/, FR: /^\d{2} ?\d{3}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/, GR: /^\d{3} ?\d{2}$/, HR: /^\d{5}$/, HU: /^\d{4}$/, IE: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/,
  IS: /^\d{3}$/, IT: /^\d{5}$/, JP: /^\d{3}-?\d{4}$/, LI: /^94\d{2}$/, LT: /^(LT-)?\d{5}$/, LU: /^(L-)?\d{4}$/, LV: /^(LV-)?\d{4}$/,
  MC: /^980\d{2}$/, MT: /^[A-Z]{3} ?\d{2,4}$/, NL: /^\d{4} ?[A-Z]{2}$/, NO: /^\d{4}$/, NZ: /^\d{4}$/, PL: /^\d{2}-\d{3}$/,
  PT: /^\d{4}-\d{3}$/, RO: /^\d{6}$/, SE: /^\d{3} ?\d{2}$/, SI: /^\d{4}$/, SK: /^\d{3} ?\d{2}$/, US: /^\d{5}(-\d{4})?$/,
}

export const ADDRESS_COUNTRIES: readonly string[] = Object.keys(POSTCODES)

/** The postcode follows the town, on a separate line or the same. */
const POSTCODE_LAST = ['AU', 'BR', 'CA', 'GB', 'IE', 'JP', 'NZ', 'US']

/** Trims spaces, and capitalises the postcode. */
export function tidyAddress(given: Address): Address {
  const tidy = (text: string) => text.trim().replace(/\s+/g, ' ')
  return {
    name: tidy(given.name),
    street: tidy(given.street),
    extra: tidy(given.extra),
    postcode: tidy(given.postcode).toUpperCase(),
    town: tidy(given.town),
    country: tidy(given.country).toUpperCase(),
    phone: tidy(given.phone),
  }
}

/** Problems of a normalised address, per field; empty if it is valid. */
export function addressProblems(address: Address): Partial<Record<AddressField, AddressProblem>> {
  const problems: Partial<Record<AddressField, AddressProblem>> = {}
  for (const field of addressFields()) {
    const problem = problemOf(address, field)
    if (problem) problems[field] = problem
  }
  return problems
}

/** As printed on a parcel, without the country: name, street, extra, town. */
export function addressLines({ name, street, extra, postcode, town, country }: Address): string[] {
  const place = POSTCODE_LAST.includes(country) ? `${town} ${postcode}` : `${postcode} ${town}`
  return [name, street, extra, place].filter((line) => line !== '')
}

function addressFields(): AddressField[] {
  return ['name', 'street', 'extra', 'postcode', 'town', 'country', 'phone']
}

function problemOf(address: Address, field: AddressField): AddressProblem | null {
  const value = address[field]
  if (value === '') return OPTIONAL.includes(field) ? null : 'missing'
  if ([...value].length > ADDRESS_LENGTH[field]) return 'too_long'
  if (field === 'country') return ADDRESS_COUNTRIES.includes(value) ? null : 'invalid'
  if (field === 'postcode') return (POSTCODES[address.country]?.test(value) ?? true) ? null : 'invalid'
  if (field === 'phone') return /^\+?\d{6,15}$/.test(value.replace(/[\s()./-]/g, '')) ? null : 'invalid'
  // Control characters would break the lines of a label.
  return /\p{Cc}/u.test(value) ? 'invalid' : null
}
