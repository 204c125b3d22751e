const HEADER_BYTES = 5

/** @param isOwn  whether the body may be kept; otherwise it is valid only during the call */
export type OnFrame = (type: number, body: Buffer, isOwn: boolean) => void

/**
 * Splits a PostgreSQL byte stream into messages without decoding them, so that results are forwarded as raw bytes.
 * A chunk's memory may be reused after `push`: bodies are views into it, except those of messages split across chunks.
 */
export class FrameReader {
  /** A partially received message: its header, or the whole message once its length is known. */
  #message = Buffer.alloc(0)
  #filled = 0
  #isSized = false

  /** Feeds one chunk; calls `onFrame` for each complete message. */
  push(chunk: Buffer, onFrame: OnFrame): void {
    let offset = 0
    if (this.#filled > 0) {
      offset = this.#fill(chunk, 0)
      if (!this.#isSized || this.#filled < this.#message.length) return
      this.#filled = 0
      onFrame(this.#message[0] ?? 0, this.#message.subarray(HEADER_BYTES), true)
    }
    while (chunk.length - offset >= HEADER_BYTES) {
      const end = offset + 1 + chunk.readUInt32BE(offset + 1)
      if (end > chunk.length) break
      onFrame(chunk[offset] ?? 0, chunk.subarray(offset + HEADER_BYTES, end), false)
      offset = end
    }
    if (offset === chunk.length) return
    this.#message = Buffer.allocUnsafe(HEADER_BYTES)
    this.#isSized = false
    this.#fill(chunk, offset)
  }

  /** Copies the missing part of the message from the chunk. @returns the offset of the rest */
  #fill(chunk: Buffer, start: number): number {
    const offset = this.#take(chunk, start)
    if (this.#isSized || this.#filled < HEADER_BYTES) return offset
    const whole = Buffer.allocUnsafe(1 + this.#message.readUInt32BE(1))
    this.#message.copy(whole)
    this.#message = whole
    this.#isSized = true
    return this.#take(chunk, offset)
  }

  #take(chunk: Buffer, start: number): number {
    const taken = chunk.copy(this.#message, this.#filled, start)
    this.#filled += taken
    return start + taken
  }
}

/** The fields of a DataRow message as raw bytes; SQL null is null. */
export function readDataRow(body: Buffer): (Buffer | null)[] {
  const count = body.readUInt16BE(0)
  const fields: (Buffer | null)[] = new Array(count)
  let offset = 2
  for (let index = 0; index < count; index++) {
    const length = body.readInt32BE(offset)
    offset += 4
    if (length === -1) {
      fields[index] = null
    } else {
      fields[index] = body.subarray(offset, offset + length)
      offset += length
    }
  }
  return fields
}
