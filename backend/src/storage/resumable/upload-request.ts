import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { requestSettings, type StorageContext } from '../context.ts'
import { StorageError } from '../errors.ts'
import { findObject } from '../objects/object-row.ts'
import { ownership, probeWrite, type Target } from '../objects/write-object.ts'
import type { DescribedUpload } from './described-upload.ts'

/** The sender of an upload request, and what they may do. */
export interface UploadRequest {
  /** Base of the upload URLs. */
  readonly baseUrl: string
  /** @throws {StorageError} when the caller may not create this upload */
  authorise(upload: DescribedUpload, length: number | null): Promise<Target>
}

const OPERATIONS: Readonly<Record<string, string>> = {
  POST: 'storage.tus.upload.create',
  PATCH: 'storage.tus.upload.part',
  HEAD: 'storage.tus.upload.part', // only checked when the last part has arrived and was not finished
  DELETE: 'storage.tus.upload.delete',
}

/** The caller's policies decide, on every request. */
export function uploadByCaller(
  context: StorageContext,
  request: FastifyRequest,
  caller: Caller,
  baseUrl: string,
): UploadRequest {
  const operation = OPERATIONS[request.method] ?? ''
  const upsert = request.headers['x-upsert'] === 'true'
  return {
    baseUrl,
    async authorise({ bucketId, key, mimeType }, length) {
      const target = { bucketId, key, upsert, ...ownership(context, request, caller) }
      const known = { mimetype: mimeType, contentLength: length }
      await probeWrite(context, request, caller, target, operation, known)
      return target
    },
  }
}

/** The token in `x-signature` is the permission; its `upsert` claim counts. */
export function uploadBySignature(context: StorageContext, request: FastifyRequest, baseUrl: string): UploadRequest {
  const token = request.headers['x-signature']
  return {
    baseUrl,
    async authorise({ bucketId, key }) {
      if (typeof token !== 'string') throw new StorageError('invalid_signature', 'Missing x-signature header')
      const { owner, upsert } = await context.urlTokens.verifyUpload(token, `${bucketId}/${key}`)
      const isTaken = !upsert && (await findObject(context.database.admin, bucketId, key)) !== null
      if (isTaken) throw new StorageError('object_exists')
      return { bucketId, key, upsert, ownerId: owner ?? null, settings: requestSettings(context, request) }
    },
  }
}
