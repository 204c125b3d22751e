import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { ERRORS, Metadata, Server, type ServerOptions, type Upload } from '@tus/server'
import { requireAllowedMimeType, requireBucket, sizeLimitOf } from '../buckets/bucket.ts'
import type { StorageContext } from '../context.ts'
import { isOurFault, toStorageError } from '../error-renderer.ts'
import type { StorageError } from '../errors.ts'
import { type DescribedUpload, describeUpload, idOfSegment, uploadSegment } from './described-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { UploadLocks } from './upload-locks.ts'
import type { UploadRequest } from './upload-request.ts'
import { isUploadId, UploadStore } from './upload-store.ts'

const LIFETIME_MS = 24 * 60 * 60 * 1000
/** From the moment when somebody else wants an upload until its holder stops writing. */
const LET_GO_MS = 500

/** Uploads in parts (TUS 1.0.0). What the parts become is decided by the same rules as for an upload in one. */
export interface ResumableUploads {
  /** Answers on the raw response; the Fastify reply must be hijacked. */
  answer(who: UploadRequest, request: IncomingMessage, response: ServerResponse): Promise<void>
  removeExpired(now: Date): Promise<void>
  close(): Promise<void>
}

type TusRequest = Parameters<NonNullable<ServerOptions['onUploadFinish']>>[0]

export async function openResumableUploads(context: StorageContext, root: string): Promise<ResumableUploads> {
  const folder = join(root, 'tus')
  await mkdir(folder, { recursive: true })
  const store = new UploadStore(folder, LIFETIME_MS)
  const asking = new WeakMap<IncomingMessage, UploadRequest>()
  const locks = new UploadLocks(context.database.replication)

  const whoAsks = (request: TusRequest): UploadRequest => {
    const raw = request.runtime?.node?.req
    const who = raw && asking.get(raw as IncomingMessage)
    if (!who) throw new Error('A request reached the protocol without passing our route.')
    return who
  }

  async function described(request: TusRequest, id: string): Promise<DescribedUpload> {
    if (request.method !== 'POST') return describeUpload((await store.getUpload(id)).metadata)
    const header = request.headers.get('upload-metadata')
    return describeUpload(header ? Metadata.parse(header) : undefined)
  }

  /** Whoever comes meanwhile finds it finished. */
  function finish(who: UploadRequest, upload: Upload): Promise<void> {
    return locks.alone(`end of ${upload.id}`, () => finishUpload(context, store, who, upload))
  }

  async function permit(request: TusRequest, id: string): Promise<void> {
    const who = whoAsks(request)
    if (request.method === 'HEAD') {
      const upload = await store.getUpload(id)
      // All bytes are here but nobody made an object of them: the server ended right then.
      if (upload.offset === upload.size && !(await store.progressOf(id)).isFinished) await finish(who, upload)
      return
    }
    if (request.method === 'DELETE' && (await store.progressOf(id)).isFinished) throw ERRORS.INVALID_TERMINATION
    const upload = await described(request, id)
    const bucket = await requireBucket(context.database.admin, upload.bucketId)
    // In a bucket of pictures the declared type is ignored: the bytes decide.
    if (bucket.imagePolicy === null) requireAllowedMimeType(bucket, upload.mimeType)
    const length = request.headers.get('upload-length')
    await who.authorise(upload, length === null ? null : Number(length))
  }

  const tus = new Server({
    path: '/',
    datastore: store,
    locker: locks,
    lockDrainTimeout: LET_GO_MS,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomUUID(),
    generateUrl: (request, { id }) => {
      const upload = describeUpload(Metadata.parse(request.headers.get('upload-metadata') ?? ''))
      return `${whoAsks(request).baseUrl}/${uploadSegment(upload, id)}`
    },
    getFileIdFromRequest: (_request, segment) => {
      const id = idOfSegment(segment ?? '')
      return id !== null && isUploadId(id) ? id : undefined
    },
    maxSize: async (request, id) => {
      const { bucketId } = await described(request, id ?? '')
      const bucket = await requireBucket(context.database.admin, bucketId)
      // Zero would mean no limit; what is too large for that is refused at the end.
      return Math.max(1, sizeLimitOf(bucket, context.config.storage.globalSizeLimit))
    },
    onIncomingRequest: permit,
    onUploadFinish: async (request, upload) => {
      await finish(whoAsks(request), upload)
      return { headers: { 'Tus-Complete': '1' } }
    },
    onResponseError: (_request, error) => {
      if (!(error instanceof Error)) return
      const known = toStorageError(error)
      if (isOurFault(known)) context.log.error({ err: error }, 'a resumable upload failed')
      return plainError(known)
    },
  })

  return {
    async answer(who, request, response) {
      asking.set(request, who)
      await tus.handle(request, response)
    },
    removeExpired: (now) => store.removeExpired(now),
    close: () => locks.close(),
  }
}

/** Here, and only here in this service, errors are plain text with their real status. */
export function plainError(error: StorageError): { status_code: number; body: string } {
  return { status_code: Number(error.envelope.statusCode), body: `${error.message}\n` }
}
