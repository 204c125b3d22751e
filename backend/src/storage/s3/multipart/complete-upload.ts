import { createHash } from 'node:crypto'
import { requireBucket, sizeLimitOf } from '../../buckets/bucket.ts'
import type { StorageContext } from '../../context.ts'
import { acceptContent } from '../../objects/accept-content.ts'
import type { ObjectRow } from '../../objects/object-row.ts'
import { storeObject, type Target } from '../../objects/write-object.ts'
import { readText } from '../body/read-body.ts'
import { S3Error } from '../errors.ts'
import { readConditions } from '../operations/written-object.ts'
import { type S3Operation, sendXml } from '../s3-call.ts'
import { elementsOf, parseXml, textOf } from '../xml.ts'
import {
  endUpload,
  LEAST_PART_BYTES,
  MAX_PARTS,
  type PartRow,
  partsOf,
  requireUpload,
  type UploadRow,
} from './uploads.ts'

/**
 * POST /bucket/key?uploadId: assembles the object from its parts, by the same rules as every upload. When the server stops before the
 * object exists, or before the parts are removed, the client can retry.
 */
export const completeUpload: S3Operation = async (call) => {
  const { context, bucket, key } = call
  const wanted = readWanted(await readText(call.body))
  const { upload, target } = await requireUpload(call, 'storage.s3.upload.complete', readConditions(call))
  const parts = chooseParts(await partsOf(context.database.admin, upload.id), wanted)
  const row = await makeObject(context, upload, target, parts)
  await endUpload(context, upload.id)
  return sendXml(call, 'CompleteMultipartUploadResult', {
    Location: `${context.config.publicUrl}${call.canonicalPath}`,
    Bucket: bucket,
    Key: key,
    ETag: row.metadata.eTag,
  })
}

interface WantedPart {
  readonly number: number
  readonly md5: string
}

function readWanted(document: string): WantedPart[] {
  const parts = elementsOf(parseXml(document, 'CompleteMultipartUpload'), 'Part').map((element) => {
    const number = Number(textOf(element, 'PartNumber'))
    const md5 = textOf(element, 'ETag')?.trim().replaceAll('"', '')
    if (!Number.isInteger(number) || !md5) throw new S3Error('MalformedXML')
    return { number, md5 }
  })
  if (parts.length === 0 || parts.length > MAX_PARTS) throw new S3Error('MalformedXML')
  return parts
}

/** @throws {S3Error} InvalidPartOrder, InvalidPart, EntityTooSmall */
function chooseParts(known: readonly PartRow[], wanted: readonly WantedPart[]): PartRow[] {
  const byNumber = new Map(known.map((part) => [part.part_number, part]))
  let last = 0
  const chosen = wanted.map(({ number, md5 }) => {
    if (number <= last) throw new S3Error('InvalidPartOrder')
    last = number
    const part = byNumber.get(number)
    if (part?.md5 !== md5) throw new S3Error('InvalidPart')
    return part
  })
  if (chosen.slice(0, -1).some((part) => part.size < LEAST_PART_BYTES)) throw new S3Error('EntityTooSmall')
  return chosen
}

async function makeObject(
  context: StorageContext,
  upload: UploadRow,
  target: Target,
  parts: readonly PartRow[],
): Promise<ObjectRow> {
  const bucket = await requireBucket(context.database.admin, upload.bucket_id)
  const limit = sizeLimitOf(bucket, context.config.storage.globalSizeLimit)
  const received = await context.staging.receive(joined(context, parts), limit)
  const accepted = await acceptContent(context, bucket, upload.key, received, {
    ...upload.metadata,
    robotsTag: null,
    ownerId: target.ownerId,
  })
  // A re-encoded image has different bytes than the parts.
  const metadata = accepted.file === received ? { ...accepted.metadata, eTag: etagOf(parts) } : accepted.metadata
  try {
    return await storeObject(context, target, { file: accepted.file, metadata, userMetadata: upload.user_metadata })
  } finally {
    await context.staging.drop(accepted.file) // already moved unless storing failed
  }
}

async function* joined({ blobs }: StorageContext, parts: readonly PartRow[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    const content = await blobs.open(part.version)
    // The upload was completed or aborted in the meantime.
    if (!content) throw new S3Error('NoSuchUpload')
    yield* content
  }
}

/** As in the protocol: the MD5 of the parts' MD5s, and the number of parts. */
function etagOf(parts: readonly PartRow[]): string {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part.md5, 'hex')
  return `"${hash.digest('hex')}-${parts.length}"`
}
