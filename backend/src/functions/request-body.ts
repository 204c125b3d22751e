import { type Readable, Transform } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { FunctionError } from './errors.ts'

/** Bodies up to this size are read before a process is acquired: slow senders then occupy none, and lost calls can be resent. */
const SMALL_BYTES = 64 * 1024

/** No body, the whole body, or a stream that fails once it exceeds the limit. */
export type RequestBody = null | Buffer | Readable

/**
 * @param giveUp  called when a streamed body turns out too large while the function reads it
 * @throws {FunctionError} body_too_large when the declared length is too large
 */
export async function readBody(
  request: FastifyRequest,
  limit: number,
  signal: AbortSignal,
  giveUp: (error: FunctionError) => void,
): Promise<RequestBody> {
  const { headers, method, raw } = request
  const announced = Number(headers['content-length'] ?? 0)
  if (announced > limit) throw new FunctionError('body_too_large')
  if (method === 'GET') return null
  if (headers['transfer-encoding'] !== undefined) return limited(raw, limit, giveUp)
  if (announced === 0) return null
  return announced > SMALL_BYTES ? limited(raw, limit, giveUp) : collect(raw, signal)
}

/** Rejects with the signal's reason, and leaves the connection open for the response. */
function collect(raw: Readable, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const stop = () => {
      raw.off('data', take).off('end', finish)
      reject(signal.reason)
    }
    const take = (chunk: Buffer) => chunks.push(chunk)
    const finish = () => {
      signal.removeEventListener('abort', stop)
      resolve(Buffer.concat(chunks))
    }
    raw.on('data', take).once('end', finish)
    raw.once('error', () => undefined) // the client went away, which the signal reports
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

function limited(raw: Readable, limit: number, giveUp: (error: FunctionError) => void): Readable {
  let left = limit
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      if (left >= 0) return done(null, chunk)
      const error = new FunctionError('body_too_large')
      giveUp(error)
      done(error)
    },
  })
  counter.on('error', () => undefined) // reported through giveUp
  raw.once('error', (error) => counter.destroy(error))
  return raw.pipe(counter)
}
