import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Shares } from '../../http/shares.ts'
import type { Bytes } from '../staging.ts'

/** 8 MB a second: more than a phone sends, and little enough that others do not feel it. */
const BYTES_PER_MS = 8_000

/** One person's pictures arrive at a bounded rate, all of them together. What is not taken yet waits with the sender. */
export class PicturePace {
  readonly #turns = new Shares({ inFlight: 1, waiting: 1_000, patienceMs: 60_000 })

  /** The same bytes, no faster. @param ownerId  whose rate it is */
  async *slow(content: Bytes, ownerId: string): AsyncGenerator<Buffer> {
    // `destroyOnReturn: false`: the route decides what becomes of the rest of a refused body.
    for await (const chunk of content instanceof Readable ? content.iterator({ destroyOnReturn: false }) : content) {
      const bytes: Buffer = chunk // request bodies are byte streams
      await this.#turns.run(ownerId, () => wait(bytes.length / BYTES_PER_MS))
      yield bytes
    }
  }
}
