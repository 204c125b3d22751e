/** In place of `std/encoding/base64.ts` of deno.land, where that cannot be reached, with its names from before and after version 0.194. */
import { Buffer } from 'node:buffer'

export const encodeBase64 = (data: string | ArrayBuffer | Uint8Array): string =>
  (typeof data === 'string' ? Buffer.from(data) : Buffer.from(new Uint8Array(data))).toString('base64')

export const decodeBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))

export { decodeBase64 as decode, encodeBase64 as encode }
