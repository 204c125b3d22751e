import { constants, crc32, deflateRawSync } from 'node:zlib'

/**
 * A complete, valid PNG of black pixels: one byte per pixel when decoded, less than a thousandth of that as a file. Repeats one compressed
 * strip, because compressing all of it would take longer than the test.
 */
export function aRealBomb(side: number): Buffer {
  const rowsInStrip = 100
  const strip = deflateRawSync(Buffer.alloc((side + 1) * rowsInStrip), { finishFlush: constants.Z_FULL_FLUSH })
  const strips = Array.from({ length: side / rowsInStrip }, () => strip)
  const unpacked = (side + 1) * side
  // For zeros, the sums of Adler-32 are 1 and their count.
  const adler = (((unpacked % 65_521) << 16) | 1) >>> 0
  const end = Buffer.concat([Buffer.from([0x03, 0x00]), uint32(adler)]) // an empty last block, then the checksum
  const header = Buffer.concat([uint32(side), uint32(side), Buffer.from([8, 0, 0, 0, 0])])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat([Buffer.from([0x78, 0x9c]), ...strips, end])),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  return Buffer.concat([uint32(content.length), body, uint32(crc32(body))])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
