import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Metadata, Server } from '@tus/server'
import type { StorageContext } from '../context.ts'
import { isOurFault, toStorageError } from '../error-renderer.ts'
import type { StorageError } from '../errors.ts'
import { describeUpload, idOfSegment, uploadSegment } from './described-upload.ts'
import { UploadLocks } from './upload-locks.ts'
import type { UploadRequest } from './upload-request.ts'
import { createUploadRules } from './upload-rules.ts'
import { isUploadId, UploadStore } from './upload-store.ts'

const LIFETIME_MS = 24 * 60 * 60 * 1000
/** Maximum time for a request to stop writing after another one asks for its upload. */
const LET_GO_MS = 500

/** Uploads in parts (TUS 1.0.0). The result is subject to the same rules as an upload in one request. */
export interface ResumableUploads {
  /** Answers on the raw response; the Fastify reply must be hijacked. */
  answer(who: UploadRequest, request: IncomingMessage, response: ServerResponse): Promise<void>
  removeExpired(now: Date): Promise<void>
  close(): Promise<void>
}

/** The request to which a call of the TUS library belongs. */
interface Asking {
  readonly who: UploadRequest
  /** Owner of the image that the body is part of; null for other files. */
  pictureOwnerId: string | null
}

export async function openResumableUploads(context: StorageContext, root: string): Promise<ResumableUploads> {
  const folder = join(root, 'tus')
  await mkdir(folder, { recursive: true })
  // The library passes its store the bytes and the upload's id, not the request.
  const asking = new AsyncLocalStorage<Asking>()
  const store = new UploadStore(folder, LIFETIME_MS, (content) => {
    const ownerId = asking.getStore()?.pictureOwnerId ?? null
    return ownerId === null ? content : Readable.from(context.picturePace.slow(content, ownerId))
  })
  const locks = new UploadLocks(context.database.replication)
  const rules = createUploadRules(context, store, locks)

  const asked = (): Asking => {
    const known = asking.getStore()
    if (!known) throw new Error('A request reached the protocol without passing our route.')
    return known
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
      return `${asked().who.baseUrl}/${uploadSegment(upload, id)}`
    },
    getFileIdFromRequest: (_request, segment) => {
      const id = idOfSegment(segment ?? '')
      return id !== null && isUploadId(id) ? id : undefined
    },
    maxSize: rules.maxSize,
    onIncomingRequest: async (request, id) => {
      const known = asked()
      known.pictureOwnerId = await rules.permit(known.who, request, id)
    },
    onUploadFinish: async (_request, upload) => {
      await rules.finish(asked().who, upload)
      return { headers: { 'Tus-Complete': '1' } }
    },
    onResponseError: (request, error) => {
      if (!(error instanceof Error)) return
      const known = toStorageError(error)
      if (isOurFault(known)) context.log.error({ err: error }, 'a resumable upload failed')
      request.runtime?.node?.res?.setHeader(ERROR_CODE, known.envelope.code)
      return plainError(known)
    },
  })

  return {
    answer: (who, request, response) =>
      asking.run({ who, pictureOwnerId: null }, async () => void (await tus.handle(request, response))),
    removeExpired: (now) => store.removeExpired(now),
    close: () => locks.close(),
  }
}

/** Carries the error code that other responses have in the envelope. */
export const ERROR_CODE = 'x-error-code'

/** On this route only, errors are plain text with their real status. */
export function plainError(error: StorageError): { status_code: number; body: string } {
  return { status_code: Number(error.envelope.statusCode), body: `${error.message}\n` }
}
