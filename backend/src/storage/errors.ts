/**
 * An error: the status inside the envelope (the client's `error.statusCode`), label, code and message; last, the HTTP status where it
 * differs from the protocol's usual 400 (or 500 for an inner 500).
 */
type ErrorShape = readonly [inner: number, error: string, code: string, message: string, http?: number]

/** Every error of the storage service. Labels, codes and messages are the protocol's; the image errors are our own. */
// biome-ignore format: one line per error
const STORAGE_ERRORS = {
  bucket_not_found: [404, 'Bucket not found', 'NoSuchBucket', 'Bucket not found'],
  object_not_found: [404, 'not_found', 'NoSuchKey', 'Object not found'],
  blob_not_found: [404, 'Not found', 'NoSuchKey', 'The resource was not found'],
  object_exists: [409, 'Duplicate', 'KeyAlreadyExists', 'The resource already exists'],
  object_changed: [412, 'PreconditionFailed', 'PreconditionFailed', 'The object is not the one that was to be replaced'],
  bucket_exists: [409, 'Duplicate', 'BucketAlreadyExists', 'The resource already exists'],
  resource_exists: [409, 'Duplicate', 'ResourceAlreadyExists', 'The resource already exists'],
  write_denied: [403, 'Unauthorized', 'AccessDenied', 'new row violates row-level security policy'],
  delete_denied: [403, 'Unauthorized', 'AccessDenied', 'Access denied'],
  bad_token: [403, 'Unauthorized', 'AccessDenied', 'Invalid Compact JWS'],
  role_required: [403, 'Unauthorized', 'AccessDenied', 'Access denied', 403],
  too_large: [413, 'Payload too large', 'EntityTooLarge', 'The object exceeded the maximum allowed size'],
  quota_exceeded: [413, 'Payload too large', 'QuotaExceeded', 'Your storage is full'],
  metadata_too_large: [413, 'Payload too large', 'EntityTooLarge', 'The user_metadata exceeded the maximum allowed size'],
  invalid_mime_type: [415, 'invalid_mime_type', 'InvalidMimeType', 'mime type is not supported'],
  invalid_key: [400, 'InvalidKey', 'InvalidKey', 'Invalid key'],
  invalid_bucket_name: [400, 'Invalid Input', 'InvalidBucketName', 'Bucket name invalid'],
  bucket_not_empty: [409, 'ResourceNotEmpty', 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'],
  invalid_size: [400, 'InvalidRequest', 'InvalidRequest', 'Invalid file size format, hint: use 20MB / 30KB / 90B'],
  invalid_jwt: [400, 'InvalidJWT', 'InvalidJWT', 'jwt malformed'],
  invalid_signature: [400, 'InvalidSignature', 'InvalidSignature', 'Invalid signature'],
  no_content: [400, 'InvalidRequest', 'InvalidRequest', 'No content provided'],
  invalid_request: [400, 'InvalidRequest', 'InvalidRequest', 'Invalid request'],
  invalid_parameter: [400, 'InvalidParameter', 'InvalidParameter', 'Invalid parameter'],
  invalid_range: [416, 'invalid_range', 'InvalidRange', 'invalid range provided', 416],
  related_missing: [404, 'InvalidRequest', 'InvalidRequest', 'The related resource does not exist'],
  resource_referenced: [409, 'ResourceReferenced', 'ResourceReferenced', 'The resource is still referenced'],
  resource_locked: [423, 'ResourceLocked', 'ResourceLocked', 'The resource is locked'],
  read_only: [503, 'ServiceUnavailable', 'ServiceUnavailable', 'The database is read-only'],
  database_timeout: [544, 'DatabaseTimeout', 'DatabaseTimeout', 'The connection to the database timed out', 544],
  store_unavailable: [503, 'ServiceUnavailable', 'ServiceUnavailable', 'The files cannot be reached right now. Please try again in a moment.', 503],
  disk_full: [507, 'InsufficientStorage', 'InsufficientStorage', 'There is no space left on the server', 507],
  too_busy: [429, 'SlowDown', 'SlowDown', 'Too many pictures are being processed. Please try again in a moment.', 429],
  image_unreadable: [415, 'invalid_mime_type', 'InvalidMimeType', 'This file is not a picture we can read. Please choose a JPEG, PNG, WebP, AVIF or GIF picture.'],
  image_heic: [415, 'invalid_mime_type', 'HeicUnsupported', 'HEIC pictures cannot be read here. Please save the picture as JPEG and choose it again.'],
  image_damaged: [400, 'InvalidRequest', 'ImageDamaged', 'This picture is incomplete or damaged. Please choose another copy of it.'],
  image_too_many_pixels: [413, 'Payload too large', 'ImageTooLarge', 'This picture has too many pixels.'],
  image_too_small: [400, 'InvalidRequest', 'ImageTooSmall', 'This picture is too small.'],
  render_unsupported: [400, 'InvalidRequest', 'InvalidRequest', 'The source image is invalid or unsupported for rendering'],
  render_unlisted: [400, 'InvalidRequest', 'InvalidRequest', 'Pictures are rendered in the sizes that this server lists. A signed URL may ask for any size.'],
  render_timeout: [408, 'InvalidRequest', 'InvalidRequest', 'The source image took too long to be rendered'],
  upload_broken: [400, 'InvalidRequest', 'InvalidRequest', 'The upload ended before it was complete or is not a form that can be read'],
  internal: [500, 'Internal', 'InternalError', 'Internal server error'],
} as const satisfies Record<string, ErrorShape>

export type StorageErrorName = keyof typeof STORAGE_ERRORS

export interface ErrorEnvelope {
  readonly statusCode: string
  readonly error: string
  readonly message: string
  readonly code: string
}

/** Ends a storage request. `message` replaces the default where the protocol names the offending value. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly kind: StorageErrorName

  constructor(kind: StorageErrorName, message?: string, options?: ErrorOptions) {
    super(message ?? STORAGE_ERRORS[kind][3], options) // options.cause reaches the log, never the client
    this.kind = kind
  }

  /** The real HTTP status: 400 for nearly everything, since clients read the status in the body. */
  get httpStatus(): number {
    const [inner, , , , http = inner === 500 ? 500 : 400]: ErrorShape = STORAGE_ERRORS[this.kind]
    return http
  }

  get envelope(): ErrorEnvelope {
    const [inner, error, code] = STORAGE_ERRORS[this.kind]
    return { statusCode: String(inner), error, message: this.message, code }
  }
}
