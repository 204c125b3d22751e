import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { AwsCrc32c } from '@aws-crypto/crc32c'
import { Crc64Nvme } from '@aws-sdk/crc64-nvme'
import { S3Error } from '../errors.ts'

/** A checksum computed incrementally. */
interface RunningSum {
  update(bytes: Uint8Array): void
  digest(): Promise<Uint8Array>
}

const ALGORITHMS: Readonly<Record<string, () => RunningSum>> = {
  crc32: runningCrc32,
  crc32c: () => new AwsCrc32c(),
  crc64nvme: () => new Crc64Nvme(),
  sha1: () => runningHash('sha1'),
  sha256: () => runningHash('sha256'),
}

const HEADER_PREFIX = 'x-amz-checksum-'
/** Headers of the same prefix that are not checksums. */
const NO_CHECKSUM = new Set(['x-amz-checksum-algorithm', 'x-amz-checksum-type', 'x-amz-checksum-mode'])

/** A checksum given by the sender, compared with that of the received bytes. */
export interface Check {
  update(bytes: Uint8Array): void
  /** @param trailers fields after the body @throws {S3Error} when the checksums differ */
  finish(trailers: ReadonlyMap<string, string>): Promise<void>
}

/**
 * Checks for every checksum that the headers give or announce as trailers.
 * @throws {S3Error} InvalidDigest, InvalidRequest for an unknown algorithm
 */
export function readChecks(headers: IncomingHttpHeaders): Check[] {
  const checks: Check[] = []
  const md5 = headers['content-md5']
  if (typeof md5 === 'string') {
    requireBase64(md5)
    checks.push(check(runningHash('md5'), () => md5))
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(HEADER_PREFIX) || NO_CHECKSUM.has(name) || typeof value !== 'string') continue
    requireBase64(value)
    checks.push(check(algorithmOf(name), () => value))
  }
  const announced = String(headers['x-amz-trailer'] ?? '').toLowerCase()
  for (const name of announced.split(',').map((part) => part.trim())) {
    if (name.startsWith(HEADER_PREFIX)) checks.push(check(algorithmOf(name), (trailers) => trailers.get(name)))
  }
  return checks
}

/** Checks the body's hash against the signed one. */
export function checkSha256(expectedHex: string): Check {
  const hash = createHash('sha256')
  return {
    update: (bytes) => void hash.update(bytes),
    async finish() {
      if (hash.digest('hex') !== expectedHex) throw new S3Error('XAmzContentSHA256Mismatch')
    },
  }
}

function check(sum: RunningSum, given: (trailers: ReadonlyMap<string, string>) => string | undefined): Check {
  return {
    update: (bytes) => sum.update(bytes),
    async finish(trailers) {
      const computed = Buffer.from(await sum.digest()).toString('base64')
      if (computed !== given(trailers)) throw new S3Error('BadDigest')
    },
  }
}

function algorithmOf(name: string): RunningSum {
  const start = ALGORITHMS[name.slice(HEADER_PREFIX.length)]
  if (!start) throw new S3Error('InvalidRequest', `The checksum algorithm of ${name} is not supported`)
  return start()
}

function requireBase64(text: string): void {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new S3Error('InvalidDigest')
}

function runningHash(algorithm: string): RunningSum {
  const hash = createHash(algorithm)
  return { update: (bytes) => void hash.update(bytes), digest: async () => hash.digest() }
}

function runningCrc32(): RunningSum {
  let value = 0
  return {
    update(bytes) {
      value = crc32(bytes, value)
    },
    async digest() {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes
    },
  }
}
