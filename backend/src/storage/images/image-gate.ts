import sharp from 'sharp'
import { StorageError } from '../errors.ts'

/** Two pictures at a time: each may take some hundred MB while it is decoded, and two keep two cores busy. */
const IN_FLIGHT = 2
/** Beyond this a newcomer would wait longer than people do: some 20 ms each, two at a time. */
const WAITING = 200

/** Lets few pictures be worked on at a time. @throws {StorageError} too_busy */
export interface ImageGate {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createImageGate(inFlightLimit = IN_FLIGHT, waitingLimit = WAITING): ImageGate {
  // One thread per picture: with two in flight more threads only compete. No cache: variants have their own.
  sharp.concurrency(1)
  sharp.cache(false)
  let inFlight = 0
  const waiting: (() => void)[] = []

  return {
    async run(work) {
      if (inFlight >= inFlightLimit) {
        if (waiting.length >= waitingLimit) throw new StorageError('too_busy')
        // The place is handed over by whoever leaves, so `inFlight` does not change.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else {
        inFlight += 1
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else inFlight -= 1
      }
    },
  }
}
