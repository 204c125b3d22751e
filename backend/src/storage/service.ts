import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Config } from '../config/config.ts'
import { Shares } from '../http/shares.ts'
import { compileConvertingBodies } from '../http/validation.ts'
import type { ServiceDependencies } from '../service-dependencies.ts'
import type { BlobBackend } from './backends/backend.ts'
import { openFileBackend } from './backends/files.ts'
import { createBucket } from './buckets/create-bucket.ts'
import { deleteBucket } from './buckets/delete-bucket.ts'
import { emptyBucket } from './buckets/empty-bucket.ts'
import { getBucket } from './buckets/get-bucket.ts'
import { listBuckets } from './buckets/list-buckets.ts'
import { updateBucket } from './buckets/update-bucket.ts'
import type { StorageContext } from './context.ts'
import { renderError, renderNotFound } from './error-renderer.ts'
import type { HotAnswers } from './hot-answers.ts'
import { createImageGate } from './images/image-gate.ts'
import type { RenderSize } from './images/listed-sizes.ts'
import { PicturePace } from './images/picture-pace.ts'
import { startReading } from './images/reading/read-pictures.ts'
import { renderImage } from './images/render-image.ts'
import { openVariantCache } from './images/variant-cache.ts'
import { copyObject } from './objects/copy-object.ts'
import { deleteObject } from './objects/delete-object.ts'
import { downloadObject } from './objects/download-object.ts'
import { downloadSigned } from './objects/download-signed.ts'
import { listObjects } from './objects/list-objects.ts'
import { listObjectsV2 } from './objects/list-objects-v2.ts'
import { moveObject } from './objects/move-object.ts'
import { objectInfo } from './objects/object-info.ts'
import { createPublicObjects } from './objects/public-objects.ts'
import { removeObjects } from './objects/remove-objects.ts'
import { signUploadUrl } from './objects/sign-upload-url.ts'
import { signUrl } from './objects/sign-url.ts'
import { signUrls } from './objects/sign-urls.ts'
import { updateObject } from './objects/update-object.ts'
import { uploadObject } from './objects/upload-object.ts'
import { uploadToSignedUrl } from './objects/upload-to-signed-url.ts'
import { purgeCache } from './purge-cache.ts'
import { resumableUpload } from './resumable/resumable-upload.ts'
import { openResumableUploads } from './resumable/resumable-uploads.ts'
import { s3Protocol } from './s3/service.ts'
import { openStaging } from './staging.ts'
import { status } from './status.ts'
import { startSweeper } from './sweeper.ts'
import { createUrlTokens } from './url-tokens.ts'

const JSON_ENDPOINTS = [
  ...[createBucket, getBucket, listBuckets, updateBucket, emptyBucket, deleteBucket],
  ...[listObjects, listObjectsV2, removeObjects, deleteObject, moveObject, copyObject],
  ...[downloadObject, downloadSigned, objectInfo, signUrl, signUrls, signUploadUrl],
  ...[purgeCache, status],
]
const UPLOAD_ENDPOINTS = [uploadObject, updateObject, uploadToSignedUrl]

export interface StorageDependencies extends ServiceDependencies {
  /** The server consults it first. */
  readonly hotAnswers: HotAnswers
  /** Sizes in which the application shows images. */
  readonly renderSizes: readonly RenderSize[]
}

/** The storage service, mounted at /storage/v1. */
export const storageService: FastifyPluginAsync<StorageDependencies> = async (app, dependencies) => {
  const root = join(dependencies.config.dataDir, 'storage')
  const context = await openContext(dependencies, root)
  const resumable = await openResumableUploads(context, root)
  app.setValidatorCompiler(compileConvertingBodies)
  app.setErrorHandler(renderError)
  app.setNotFoundHandler(renderNotFound)

  await app.register(async (scope) => {
    parseJsonLeniently(scope)
    for (const endpoint of JSON_ENDPOINTS) await scope.register(endpoint, { context })
    if (dependencies.config.storage.renders) await scope.register(renderImage, { context })
  })
  await app.register(async (scope) => {
    // Upload bodies are opaque bytes whatever their content type; handlers read the stream.
    scope.removeAllContentTypeParsers()
    await scope.register(multipart)
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const endpoint of UPLOAD_ENDPOINTS) await scope.register(endpoint, { context })
    await scope.register(resumableUpload, { context, resumable })
    if (dependencies.config.storage.servesS3) await scope.register(s3Protocol, { context, prefix: '/s3' })
  })

  const stopSweeper = startSweeper(context, resumable)
  app.addHook('onClose', async () => {
    await stopSweeper()
    await resumable.close()
    await context.reading.stop()
  })
}

/** Fewer than half of the connections that all services share. */
const SHARE = { inFlight: 4, waiting: 200, patienceMs: 10_000 }

async function openContext(dependencies: StorageDependencies, root: string): Promise<StorageContext> {
  const { config, database, keyring, log, hotAnswers, renderSizes } = dependencies
  const context = {
    config,
    database,
    keyring,
    log,
    blobs: await openBlobs(config, root),
    staging: await openStaging(root),
    images: createImageGate(),
    picturePace: new PicturePace(),
    renderSizes: config.storage.rendersAnySize ? ('any' as const) : renderSizes,
    variants: await openVariantCache(join(config.dataDir, 'cache', 'images'), log),
    publicObjects: createPublicObjects(database.admin),
    hotAnswers,
    urlTokens: createUrlTokens(keyring),
    shares: new Shares(SHARE),
  }
  return { ...context, reading: startReading(context) }
}

async function openBlobs({ storage, s3 }: Config, root: string): Promise<BlobBackend> {
  if (storage.backend === 'file' || s3 === null) return openFileBackend(root)
  // The client is large, so it is only loaded when needed.
  const { openS3Backend } = await import('./backends/s3.ts')
  return openS3Backend(s3)
}

/** In bytes; fits a thousand keys of maximum length. */
const JSON_LIMIT = 2 * 1024 * 1024

/** Clients send `content-type: application/json` with an empty body. */
function parseJsonLeniently(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: JSON_LIMIT },
    (request, body: string, done) => {
      if (body === '') done(null, {})
      else parseJson(request, body, done)
    },
  )
}
