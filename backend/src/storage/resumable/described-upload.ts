import { StorageError } from '../errors.ts'
import { requireKey } from '../names.ts'
import { cacheControlOf, readMetadata, requireMimeType } from '../objects/upload-body.ts'

/** Description of an upload in `Upload-Metadata`. */
export interface DescribedUpload {
  readonly bucketId: string
  readonly key: string
  readonly mimeType: string
  readonly cacheControl: string
  readonly userMetadata: Record<string, unknown> | null
}

/** @throws {StorageError} invalid_request, invalid_key, invalid_mime_type */
export function describeUpload(metadata: Readonly<Record<string, string | null>> | undefined): DescribedUpload {
  const { bucketName, objectName, contentType, cacheControl } = metadata ?? {}
  if (!bucketName || !objectName) {
    throw new StorageError('invalid_request', 'Upload-Metadata must name bucketName and objectName')
  }
  return {
    bucketId: bucketName,
    key: requireKey(objectName),
    mimeType: requireMimeType(contentType ?? 'application/octet-stream'),
    cacheControl: cacheControlOf(cacheControl ?? undefined),
    userMetadata: readMetadata(metadata?.metadata ?? undefined),
  }
}

/** Builds the last segment of an upload's URL. */
export function uploadSegment({ bucketId, key }: DescribedUpload, id: string): string {
  return Buffer.from(`${bucketId}/${key}/${id}`).toString('base64url')
}

/** Extracts the upload's id; null for a segment that `uploadSegment` cannot have made. */
export function idOfSegment(segment: string): string | null {
  return Buffer.from(segment, 'base64url').toString('utf8').split('/').at(-1) ?? null
}
