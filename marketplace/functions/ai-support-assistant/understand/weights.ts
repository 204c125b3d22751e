import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { z } from 'zod'
import { BUCKETS } from './features.ts'

/** One row per feature hash plus a bias row, one column per label. */
export interface Weights {
  readonly labels: readonly string[]
  /** Words that don't describe a wanted item, by language. */
  readonly fillers: Readonly<Record<string, readonly string[]>>
  /** Names of things in all languages, as `wordsOf` reads them. */
  readonly things: readonly string[]
  /** Colours, materials and the like, one word each. */
  readonly qualities: readonly string[]
  readonly table: Float32Array
}

/** Packs the weights into a file: labels, scale, and one byte per weight. */
export function packWeights({ labels, fillers, things, qualities, table }: Weights): Buffer {
  let most = 0
  for (const weight of table) most = Math.max(most, Math.abs(weight))
  const scale = most / 127
  const head = Buffer.from(`${JSON.stringify({ labels, fillers, things, qualities, scale })}\n`)
  const rows = Buffer.from(Int8Array.from(table, (weight) => Math.round(weight / scale)).buffer)
  return brotliCompressSync(Buffer.concat([head, rows]), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
}

const Head = z.object({
  labels: z.array(z.string()),
  fillers: z.record(z.string(), z.array(z.string())),
  things: z.array(z.string()),
  qualities: z.array(z.string()),
  scale: z.number(),
})

/** Reads the output of `packWeights`. */
export function unpackWeights(packed: Uint8Array): z.infer<typeof Head> & { rows: Int8Array } {
  const whole = brotliDecompressSync(packed)
  const end = whole.indexOf(0x0a)
  const head = Head.parse(JSON.parse(whole.subarray(0, end).toString()))
  const rows = new Int8Array(whole.buffer, whole.byteOffset + end + 1, (BUCKETS + 1) * head.labels.length)
  return { ...head, rows }
}
