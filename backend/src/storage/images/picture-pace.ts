import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Shares } from '../../http/shares.ts'
import type { Bytes } from '../staging.ts'

/** 8 MB/s: faster than a phone uploads, slow enough that other users do not notice. */
const BYTES_PER_MS = 8_000

/** Limits the combined upload rate of one owner's images. Unread bytes wait with the sender. */
export class PicturePace {
  readonly #turns = new Shares({ inFlight: 1, waiting: 1_000, patienceMs: 60_000 })

  /** Yields the same bytes at the limited rate. @param ownerId  owner whose rate applies */
  async *slow(content: Bytes, ownerId: string): AsyncGenerator<Buffer> {
    // `destroyOnReturn: false`: the route decides what happens to the rest of a refused body.
    for await (const chunk of content instanceof Readable ? content.iterator({ destroyOnReturn: false }) : content) {
      const bytes: Buffer = chunk // request bodies are byte streams
      await this.#turns.run(ownerId, () => wait(bytes.length / BYTES_PER_MS))
      yield bytes
    }
  }
}
