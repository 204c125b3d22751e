import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

/** A product of the catalogue. */
export interface Product {
  readonly id: string
  readonly title: string
  readonly model: string
  readonly brand: string
  readonly description: string
  readonly price_cents: number
  /** Its category in the catalogue. */
  readonly kind: string
  /** Its other textual facts, by name. */
  readonly facts: Readonly<Record<string, string>>
}

interface Row extends Omit<Product, 'kind' | 'facts'> {
  readonly attributes: Readonly<Record<string, unknown>>
}

/** Attributes that identify a product rather than describe it. */
const KINDS = ['type', 'product_type']

/** Products from lines of JSON, gzipped when the file's name says so. */
export async function readProducts(file: string): Promise<Product[]> {
  const bytes = createReadStream(file)
  const products: Product[] = []
  for await (const line of createInterface({ input: file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes })) {
    if (line !== '') products.push(product(JSON.parse(line) as Row)) // documented in the catalogue's README
  }
  return products
}

function product({ attributes, ...row }: Row): Product {
  const words = Object.entries(attributes).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    ...row,
    model: row.model ?? '',
    brand: row.brand ?? '',
    description: row.description ?? '',
    kind: words.flatMap(([name, value]) => (KINDS.includes(name) ? [value] : [])).join(' '),
    facts: Object.fromEntries(words.filter(([name]) => !KINDS.includes(name))),
  }
}
