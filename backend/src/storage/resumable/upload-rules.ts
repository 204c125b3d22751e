import { ERRORS, Metadata, type ServerOptions, type Upload } from '@tus/server'
import { requireAllowedMimeType, requireBucket, sizeLimitOf } from '../buckets/bucket.ts'
import type { StorageContext } from '../context.ts'
import { type DescribedUpload, describeUpload } from './described-upload.ts'
import { finishUpload } from './finish-upload.ts'
import type { UploadLocks } from './upload-locks.ts'
import type { UploadRequest } from './upload-request.ts'
import type { UploadStore } from './upload-store.ts'

type TusRequest = Parameters<NonNullable<ServerOptions['onUploadFinish']>>[0]

/** Applies the rules of a single-request upload to uploads in parts. */
export function createUploadRules(context: StorageContext, store: UploadStore, locks: UploadLocks) {
  const { database, config } = context

  async function described(request: TusRequest, id: string): Promise<DescribedUpload> {
    if (request.method !== 'POST') return describeUpload((await store.getUpload(id)).metadata)
    const header = request.headers.get('upload-metadata')
    return describeUpload(header ? Metadata.parse(header) : undefined)
  }

  /** A concurrent request waits and finds the upload finished. */
  function finish(who: UploadRequest, upload: Upload): Promise<void> {
    return locks.alone(`end of ${upload.id}`, () => finishUpload(context, store, who, upload))
  }

  return {
    finish,

    /** @returns the owner of the image that the body is part of; null where it is no image */
    async permit(who: UploadRequest, request: TusRequest, id: string): Promise<string | null> {
      if (request.method === 'HEAD') {
        const upload = await store.getUpload(id)
        // All bytes are here but the object is missing: the server stopped before creating it.
        if (upload.offset === upload.size && !(await store.progressOf(id)).isFinished) await finish(who, upload)
        return null
      }
      if (request.method === 'DELETE' && (await store.progressOf(id)).isFinished) throw ERRORS.INVALID_TERMINATION
      const upload = await described(request, id)
      const bucket = await requireBucket(database.admin, upload.bucketId)
      // In an image bucket the declared type is ignored: the bytes decide.
      if (bucket.imagePolicy === null) requireAllowedMimeType(bucket, upload.mimeType)
      const length = request.headers.get('upload-length')
      const { ownerId } = await who.authorise(upload, length === null ? null : Number(length))
      return bucket.imagePolicy === null ? null : ownerId
    },

    async maxSize(request: TusRequest, id: string | null): Promise<number> {
      const { bucketId } = await described(request, id ?? '')
      const bucket = await requireBucket(database.admin, bucketId)
      // Zero would mean no limit; a file that is too large is refused at the end.
      return Math.max(1, sizeLimitOf(bucket, config.storage.globalSizeLimit))
    },
  }
}
