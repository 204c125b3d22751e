import { randomUUID } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import pLimit from 'p-limit'
import type { S3StoreConfig } from '../../config/storage.ts'
import { StorageError } from '../errors.ts'
import type { BlobBackend, ByteRange } from './backend.ts'

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const FOLDER = 'objects/'
const IDENTITY_KEY = 'store-id'

/** Larger blobs are uploaded in parts of this size in bytes, `PARTS_AT_ONCE` of them in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2
/** Maximum concurrent multipart uploads; the others wait on local disk. */
const LARGE_AT_ONCE = 4

/** Timeouts in milliseconds after which the store counts as down. */
interface S3Patience {
  /** Until connected. */
  readonly connectMs: number
  /** Until the first byte of an answer. */
  readonly answerMs: number
  /** Until the answer to an upload, from its first byte on. */
  readonly uploadMs: number
  /** Between bytes of an answer; a paused reader counts as well. */
  readonly silenceMs: number
}
const PATIENCE: S3Patience = { connectMs: 3_000, answerMs: 10_000, uploadMs: 120_000, silenceMs: 120_000 }

/**
 * Stores blobs in an S3-compatible store: `objects/<two hex digits>/<version>`. Every failure of the store is `store_unavailable`. The
 * store is not contacted before it is needed, so a server can start while its store is down.
 */
export function openS3Backend(config: S3StoreConfig, patience = PATIENCE): BlobBackend {
  const { bucket: Bucket } = config
  const client = openClient(config, patience)
  const soon = { requestTimeout: patience.answerMs }
  const inTurn = pLimit(LARGE_AT_ONCE)

  async function get(version: string, range?: ByteRange): Promise<GetObjectCommandOutput | null> {
    const [Key, Range] = [keyOf(version), range && `bytes=${range.start}-${range.end}`]
    return orNull(() => client.send(new GetObjectCommand({ Bucket, Key, Range }), soon))
  }

  return {
    async put(version, localPath) {
      const Key = keyOf(version)
      const { size } = await stat(localPath)
      const place = { Bucket, Key }
      // Whether sent in one request or in parts, the store shows the whole object or nothing.
      await mapStoreError(() =>
        size > PART_BYTES ? inTurn(() => putParts(client, place, localPath)) : putWhole(client, place, localPath, size),
      )
      await rm(localPath, { force: true })
    },

    async copy(from, to) {
      const [Key, CopySource] = [keyOf(to), `${Bucket}/${keyOf(from)}`]
      await mapStoreError(() => client.send(new CopyObjectCommand({ Bucket, Key, CopySource })))
    },

    async open(version, range) {
      const found = await get(version, range)
      // With the Node request handler the body is a Node stream.
      return found === null ? null : (found.Body as Readable)
    },

    async read(version) {
      const found = await get(version)
      const bytes = found && (await mapStoreError(async () => found.Body?.transformToByteArray()))
      return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : null
    },

    async remove(version) {
      const Key = keyOf(version)
      await mapStoreError(() => client.send(new DeleteObjectCommand({ Bucket, Key }), soon))
    },

    async *listOlderThan(before) {
      await abortUploadsBefore(client, Bucket, before)
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: FOLDER })
      for await (const { Contents = [] } of pages) {
        const old = Contents.filter(({ LastModified }) => LastModified !== undefined && LastModified < before)
        const versions = old.map(({ Key = '' }) => Key.split('/').at(-1) ?? '').filter((name) => VERSION.test(name))
        if (versions.length > 0) yield versions
      }
    },

    identity: () => mapStoreError(() => readOrMakeIdentity(client, Bucket)),
  }
}

function keyOf(version: string): string {
  if (!VERSION.test(version)) throw new Error('A blob version must be a uuid.')
  return `${FOLDER}${version.slice(0, 2)}/${version}`
}

/** Our own log records failures with the operation that failed; the SDK's log lines add nothing. */
const QUIET = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }
function ignore(): void {}

function openClient(config: S3StoreConfig, { connectMs, uploadMs, silenceMs }: S3Patience): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = config
  return new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    // Avoids an extra round trip for each upload.
    expectContinueHeader: false,
    logger: QUIET,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: uploadMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
      // Maximum concurrent connections; further requests wait for a free one.
      httpAgent: { maxSockets: 256, keepAlive: true },
      httpsAgent: { maxSockets: 256, keepAlive: true },
    },
  })
}

interface Place {
  readonly Bucket: string
  readonly Key: string
}

async function putWhole(client: S3Client, place: Place, path: string, size: number): Promise<void> {
  const send = (Body: ReadStream) => client.send(new PutObjectCommand({ ...place, Body, ContentLength: size }))
  try {
    await reading(path, send)
  } catch (error) {
    // The SDK cannot resend a stream, so it is opened again here.
    if (!isTransient(error)) throw error
    await reading(path, send)
  }
}

/** Two parts are in memory at a time; the upload is aborted when one of them fails. */
async function putParts(client: S3Client, place: Place, path: string): Promise<void> {
  const options = { partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }
  await reading(path, (Body) => new Upload({ client, params: { ...place, Body }, ...options }).done())
}

async function reading(path: string, send: (content: ReadStream) => Promise<unknown>): Promise<void> {
  const content = createReadStream(path, { highWaterMark: 256 * 1024 })
  try {
    await send(content)
  } finally {
    content.destroy()
  }
}

/** Aborts multipart uploads that a crash left in the store. */
async function abortUploadsBefore(client: S3Client, Bucket: string, before: Date): Promise<void> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: FOLDER }))
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (Key === undefined || Initiated === undefined || Initiated >= before) continue
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  }
}

async function readOrMakeIdentity(client: S3Client, Bucket: string): Promise<{ id: string; isNew: boolean }> {
  const place = { Bucket, Key: IDENTITY_KEY }
  const read = async () => {
    const found = await orNull(() => client.send(new GetObjectCommand(place)))
    return (await found?.Body?.transformToString())?.trim() ?? null
  }
  const known = await read()
  if (known !== null) return { id: known, isNew: false }
  const id = randomUUID()
  try {
    await client.send(new PutObjectCommand({ ...place, Body: id, IfNoneMatch: '*' }))
    return { id, isNew: true }
  } catch (error) {
    // Another process created it first.
    const winner = statusOf(error) === 412 ? await read() : null
    if (winner === null) throw error
    return { id: winner, isNew: false }
  }
}

/** Returns null for a missing object. */
async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (isMissing(error)) return null
    throw unavailable(error)
  }
}

async function mapStoreError<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw unavailable(error)
  }
}

function unavailable(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  // Only a missing object maps to blob_not_found; a missing bucket is a configuration error.
  return new StorageError(isMissing(error) ? 'blob_not_found' : 'store_unavailable', undefined, { cause: error })
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}

/** No answer at all, or an answer that reports trouble in the store. */
function isTransient(error: unknown): boolean {
  const status = statusOf(error)
  return status === undefined || status >= 500 || status === 429
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}
