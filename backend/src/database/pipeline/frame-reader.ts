const HEADER_BYTES = 5

/**
 * Cuts a PostgreSQL byte stream into messages without decoding them, so that a result leaves as the bytes that came in.
 * Bodies are views into the received chunk: copy what must outlive the request.
 */
export class FrameReader {
  #pending: Buffer[] = []
  #pendingBytes = 0
  #neededBytes = HEADER_BYTES

  /** Feeds one chunk; calls `onFrame(type byte, body)` for each complete message. */
  push(chunk: Buffer, onFrame: (type: number, body: Buffer) => void): void {
    let buffer = chunk
    if (this.#pendingBytes > 0) {
      this.#pending.push(chunk)
      this.#pendingBytes += chunk.length
      // One concatenation per message, not per chunk: a large result arrives in hundreds of chunks.
      if (this.#pendingBytes < this.#neededBytes) return
      buffer = Buffer.concat(this.#pending, this.#pendingBytes)
      this.#pending = []
      this.#pendingBytes = 0
    }
    let offset = 0
    while (buffer.length - offset >= HEADER_BYTES) {
      const end = offset + 1 + buffer.readUInt32BE(offset + 1)
      if (end > buffer.length) break
      onFrame(buffer[offset] ?? 0, buffer.subarray(offset + HEADER_BYTES, end))
      offset = end
    }
    const left = buffer.length - offset
    if (left === 0) return
    this.#pending.push(buffer.subarray(offset))
    this.#pendingBytes = left
    this.#neededBytes = left >= HEADER_BYTES ? 1 + buffer.readUInt32BE(offset + 1) : HEADER_BYTES
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
