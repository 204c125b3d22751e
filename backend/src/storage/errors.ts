interface ErrorShape {
  /** The status inside the envelope; the client's `error.statusCode`. */
  readonly inner: number
  /** The HTTP status where it differs from the protocol's usual 400 (or 500 for an inner 500). */
  readonly http?: number
  readonly error: string
  readonly code: string
  readonly message: string
}

/** Every error of the storage service. Labels, codes and messages are the protocol's; the image errors are our own. */
const STORAGE_ERRORS = {
  bucket_not_found: { inner: 404, error: 'Bucket not found', code: 'NoSuchBucket', message: 'Bucket not found' },
  object_not_found: { inner: 404, error: 'not_found', code: 'NoSuchKey', message: 'Object not found' },
  blob_not_found: { inner: 404, error: 'Not found', code: 'NoSuchKey', message: 'The resource was not found' },
  object_exists: { inner: 409, error: 'Duplicate', code: 'KeyAlreadyExists', message: 'The resource already exists' },
  object_changed: {
    inner: 412,
    error: 'PreconditionFailed',
    code: 'PreconditionFailed',
    message: 'The object is not the one that was to be replaced',
  },
  bucket_exists: {
    inner: 409,
    error: 'Duplicate',
    code: 'BucketAlreadyExists',
    message: 'The resource already exists',
  },
  resource_exists: {
    inner: 409,
    error: 'Duplicate',
    code: 'ResourceAlreadyExists',
    message: 'The resource already exists',
  },
  write_denied: {
    inner: 403,
    error: 'Unauthorized',
    code: 'AccessDenied',
    message: 'new row violates row-level security policy',
  },
  delete_denied: { inner: 403, error: 'Unauthorized', code: 'AccessDenied', message: 'Access denied' },
  bad_token: { inner: 403, error: 'Unauthorized', code: 'AccessDenied', message: 'Invalid Compact JWS' },
  role_required: { inner: 403, http: 403, error: 'Unauthorized', code: 'AccessDenied', message: 'Access denied' },
  too_large: {
    inner: 413,
    error: 'Payload too large',
    code: 'EntityTooLarge',
    message: 'The object exceeded the maximum allowed size',
  },
  quota_exceeded: { inner: 413, error: 'Payload too large', code: 'QuotaExceeded', message: 'Your storage is full' },
  metadata_too_large: {
    inner: 413,
    error: 'Payload too large',
    code: 'EntityTooLarge',
    message: 'The user_metadata exceeded the maximum allowed size',
  },
  invalid_mime_type: {
    inner: 415,
    error: 'invalid_mime_type',
    code: 'InvalidMimeType',
    message: 'mime type is not supported',
  },
  invalid_key: { inner: 400, error: 'InvalidKey', code: 'InvalidKey', message: 'Invalid key' },
  invalid_bucket_name: {
    inner: 400,
    error: 'Invalid Input',
    code: 'InvalidBucketName',
    message: 'Bucket name invalid',
  },
  bucket_not_empty: {
    inner: 409,
    error: 'ResourceNotEmpty',
    code: 'ResourceNotEmpty',
    message: 'The bucket you tried to delete is not empty',
  },
  invalid_size: {
    inner: 400,
    error: 'InvalidRequest',
    code: 'InvalidRequest',
    message: 'Invalid file size format, hint: use 20MB / 30KB / 90B',
  },
  invalid_jwt: { inner: 400, error: 'InvalidJWT', code: 'InvalidJWT', message: 'jwt malformed' },
  invalid_signature: { inner: 400, error: 'InvalidSignature', code: 'InvalidSignature', message: 'Invalid signature' },
  no_content: { inner: 400, error: 'InvalidRequest', code: 'InvalidRequest', message: 'No content provided' },
  invalid_request: { inner: 400, error: 'InvalidRequest', code: 'InvalidRequest', message: 'Invalid request' },
  invalid_parameter: { inner: 400, error: 'InvalidParameter', code: 'InvalidParameter', message: 'Invalid parameter' },
  invalid_range: {
    inner: 416,
    http: 416,
    error: 'invalid_range',
    code: 'InvalidRange',
    message: 'invalid range provided',
  },
  related_missing: {
    inner: 404,
    error: 'InvalidRequest',
    code: 'InvalidRequest',
    message: 'The related resource does not exist',
  },
  resource_referenced: {
    inner: 409,
    error: 'ResourceReferenced',
    code: 'ResourceReferenced',
    message: 'The resource is still referenced',
  },
  resource_locked: { inner: 423, error: 'ResourceLocked', code: 'ResourceLocked', message: 'The resource is locked' },
  read_only: {
    inner: 503,
    error: 'ServiceUnavailable',
    code: 'ServiceUnavailable',
    message: 'The database is read-only',
  },
  database_timeout: {
    inner: 544,
    http: 544,
    error: 'DatabaseTimeout',
    code: 'DatabaseTimeout',
    message: 'The connection to the database timed out',
  },
  store_unavailable: {
    inner: 503,
    http: 503,
    error: 'ServiceUnavailable',
    code: 'ServiceUnavailable',
    message: 'The files cannot be reached right now. Please try again in a moment.',
  },
  disk_full: {
    inner: 507,
    http: 507,
    error: 'InsufficientStorage',
    code: 'InsufficientStorage',
    message: 'There is no space left on the server',
  },
  too_busy: {
    inner: 429,
    http: 429,
    error: 'SlowDown',
    code: 'SlowDown',
    message: 'Too many pictures are being processed. Please try again in a moment.',
  },
  image_unreadable: {
    inner: 415,
    error: 'invalid_mime_type',
    code: 'InvalidMimeType',
    message: 'This file is not a picture we can read. Please choose a JPEG, PNG, WebP, AVIF or GIF picture.',
  },
  image_heic: {
    inner: 415,
    error: 'invalid_mime_type',
    code: 'HeicUnsupported',
    message: 'HEIC pictures cannot be read here. Please save the picture as JPEG and choose it again.',
  },
  image_damaged: {
    inner: 400,
    error: 'InvalidRequest',
    code: 'ImageDamaged',
    message: 'This picture is incomplete or damaged. Please choose another copy of it.',
  },
  image_too_many_pixels: {
    inner: 413,
    error: 'Payload too large',
    code: 'ImageTooLarge',
    message: 'This picture has too many pixels.',
  },
  image_too_small: {
    inner: 400,
    error: 'InvalidRequest',
    code: 'ImageTooSmall',
    message: 'This picture is too small.',
  },
  render_unsupported: {
    inner: 400,
    error: 'InvalidRequest',
    code: 'InvalidRequest',
    message: 'The source image is invalid or unsupported for rendering',
  },
  render_unlisted: {
    inner: 400,
    error: 'InvalidRequest',
    code: 'InvalidRequest',
    message: 'Pictures are rendered in the sizes that this server lists. A signed URL may ask for any size.',
  },
  render_timeout: {
    inner: 408,
    error: 'InvalidRequest',
    code: 'InvalidRequest',
    message: 'The source image took too long to be rendered',
  },
  upload_broken: {
    inner: 400,
    error: 'InvalidRequest',
    code: 'InvalidRequest',
    message: 'The upload ended before it was complete or is not a form that can be read',
  },
  internal: { inner: 500, error: 'Internal', code: 'InternalError', message: 'Internal server error' },
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
    super(message ?? STORAGE_ERRORS[kind].message, options) // options.cause reaches the log, never the client
    this.kind = kind
  }

  /** The real HTTP status: 400 for nearly everything, since clients read the status in the body. */
  get httpStatus(): number {
    const shape: ErrorShape = STORAGE_ERRORS[this.kind]
    return shape.http ?? (shape.inner === 500 ? 500 : 400)
  }

  get envelope(): ErrorEnvelope {
    const { inner, error, code } = STORAGE_ERRORS[this.kind]
    return { statusCode: String(inner), error, message: this.message, code }
  }
}
