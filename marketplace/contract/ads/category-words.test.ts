import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../languages.ts'

interface Field {
  key: string
  label: Record<string, string>
  unit: string | null
  options: { id: string; label: string; labels?: Record<string, string> }[]
}
interface Category {
  slug: string
  name: Record<string, string>
  attributes: Field[]
}

const source = new URL('../../database/reference-data/020_public.categories.ndjson', import.meta.url)
const categories = readFileSync(source, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Category)

/** Brands, makes and standards: the same in every language. */
const NAMES = {
  brand: 'Apple Samsung Xiaomi Google Fairphone Motorola OnePlus Huawei Nokia',
  make: 'Audi Citroën Dacia Fiat Ford Honda Mercedes Mini Nissan Opel Peugeot Renault Seat Škoda Toyota Volkswagen Volvo',
  mount: 'Canon EF RF Nikon F Z Sony E Fuji X Leica M',
  platform: 'PlayStation Xbox Switch',
  connector: 'Micro-USB Lightning DisplayPort Ethernet Bluetooth',
  drive_type: 'NVMe',
  disc_format: 'Blu-ray',
  film_format: '35mm',
  resolution: 'Full HD',
  bed_size: 'x',
} as const

/** Labels that need no translation: numbers, acronyms such as "XL" and "HDMI", and names. */
function isSameEverywhere(key: string, label: string): boolean {
  const names: readonly string[] = (NAMES as Readonly<Record<string, string>>)[key]?.split(' ') ?? []
  return label.split(' ').every((word) => names.includes(word) || !/\p{Ll}/u.test(word))
}

const others = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en')

test('every built-in category, field and option has a name in every language', () => {
  const missing = categories.flatMap(({ slug, name, attributes }) => [
    ...others.filter((code) => !name[code]?.trim()).map((code) => `${slug}: ${code}`),
    ...attributes.flatMap(({ key, label, options }) => [
      ...others.filter((code) => !label[code]?.trim()).map((code) => `${slug}.${key}: ${code}`),
      ...options
        .filter((option) => !isSameEverywhere(key, option.label))
        .flatMap((option) =>
          others.filter((code) => !option.labels?.[code]?.trim()).map((code) => `${slug}.${key}.${option.id}: ${code}`),
        ),
    ]),
  ])
  expect(missing).toEqual([])
})

test('the check detects an option that is only in English', () => {
  expect(isSameEverywhere('colour', 'Blue')).toBe(false)
  expect(isSameEverywhere('size', 'One size')).toBe(false)
  expect(isSameEverywhere('make', 'Other')).toBe(false)
  expect(isSameEverywhere('size', 'XL') && isSameEverywhere('make', 'Škoda')).toBe(true)
})
