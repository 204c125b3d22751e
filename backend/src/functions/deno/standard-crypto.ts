/** In place of `std/crypto`, where jsr.io and deno.land cannot be reached: Web Crypto with more algorithms for `digest`. */
import { createHash, timingSafeEqual as equal, getHashes } from 'node:crypto'

const web = globalThis.crypto
type AlgorithmIdentifier = Parameters<typeof web.subtle.digest>[0]
type BufferSource = ArrayBuffer | NodeJS.ArrayBufferView<ArrayBuffer>
const nameOf = (algorithm: AlgorithmIdentifier) => (typeof algorithm === 'string' ? algorithm : algorithm.name)

async function digest(algorithm: AlgorithmIdentifier, data: BufferSource): Promise<ArrayBuffer> {
  const name = nameOf(algorithm).toLowerCase()
  if (name.startsWith('sha-') || !getHashes().includes(name)) return web.subtle.digest(algorithm, data)
  return new Uint8Array(createHash(name).update(bytesOf(data)).digest()).buffer
}

/** Calls the methods of the original with the original. */
const over = <T extends object>(original: T, own: Partial<T>): T =>
  new Proxy(original, {
    get: (_, key) => {
      const value: unknown = Reflect.get(key in own ? own : original, key)
      return typeof value === 'function' ? value.bind(original) : value
    },
  })

export const crypto = over(web, { subtle: over(web.subtle, { digest }) })

export const timingSafeEqual = (a: BufferSource, b: BufferSource): boolean =>
  a.byteLength === b.byteLength && equal(bytesOf(a), bytesOf(b))

const bytesOf = (data: BufferSource): Uint8Array =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
