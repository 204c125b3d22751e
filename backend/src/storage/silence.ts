import type { IncomingMessage } from 'node:http'

/** A client that sends nothing for so long, although it is listened to, is cut off. */
const SILENCE_MS = 60_000
/** Looks that must find silence, one after another. A process that got no processor time meanwhile looks once, not many times. */
const LOOKS = 12

/**
 * Ends the connection of a client that falls silent in the middle of its request. Only its own silence counts: what has
 * arrived and waits to be read is ours to read, however long the disk, the database or other requests take.
 * @returns ends the watch
 */
export function cutOffWhenSilent(request: IncomingMessage): () => void {
  const { socket } = request
  let seen = socket.bytesRead
  let silent = 0
  const timer = setInterval(() => {
    const isOurTurn = request.complete || request.readableLength > 0
    silent = isOurTurn || socket.bytesRead !== seen ? 0 : silent + 1
    seen = socket.bytesRead
    if (silent >= LOOKS) socket.destroy()
  }, SILENCE_MS / LOOKS).unref()
  return () => clearInterval(timer)
}
