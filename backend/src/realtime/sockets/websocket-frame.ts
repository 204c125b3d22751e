/** Unmasked, final frames as a server sends them (RFC 6455 section 5.2), built once and written to many sockets. */
const FINAL_TEXT = 0x81
const FINAL_BINARY = 0x82

export function textFrame(text: string): Buffer {
  return frame(FINAL_TEXT, Buffer.from(text))
}

export function binaryFrame(bytes: Buffer): Buffer {
  return frame(FINAL_BINARY, bytes)
}

function frame(firstByte: number, payload: Buffer): Buffer {
  return Buffer.concat([header(firstByte, payload.length), payload])
}

function header(firstByte: number, length: number): Buffer {
  if (length < 126) return Buffer.from([firstByte, length])
  if (length < 65_536) {
    const bytes = Buffer.from([firstByte, 126, 0, 0])
    bytes.writeUInt16BE(length, 2)
    return bytes
  }
  const bytes = Buffer.alloc(10)
  bytes[0] = firstByte
  bytes[1] = 127
  bytes.writeBigUInt64BE(BigInt(length), 2)
  return bytes
}
