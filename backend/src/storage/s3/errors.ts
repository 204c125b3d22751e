import { StorageError, type StorageErrorName } from '../errors.ts'

/** Errors specific to S3. Codes and statuses are the protocol's, since clients act on them. */
const S3_ERRORS = {
  AccessDenied: { status: 403, message: 'Access Denied' },
  AuthorizationHeaderMalformed: { status: 400, message: 'The authorization header that you provided is not valid' },
  AuthorizationQueryParametersError: { status: 400, message: 'The query parameters of the signature are not valid' },
  BadDigest: { status: 400, message: 'The checksum that you specified does not match what we received' },
  BucketAlreadyOwnedByYou: { status: 409, message: 'You have a bucket of this name already' },
  EntityTooSmall: { status: 400, message: 'A part is smaller than 5 MiB and is not the last one' },
  ExpiredToken: { status: 400, message: 'The provided token has expired' },
  IncompleteBody: { status: 400, message: 'The body does not have the number of bytes that was announced' },
  InvalidAccessKeyId: { status: 403, message: 'The access key id that you provided does not exist in our records' },
  InvalidArgument: { status: 400, message: 'Invalid argument' },
  InvalidDigest: { status: 400, message: 'The checksum that you specified is not valid' },
  InvalidPart: {
    status: 400,
    message: 'A part could not be found, or its ETag is not the one that you gave',
  },
  InvalidPartNumber: { status: 416, message: 'The requested part number is not satisfiable' },
  InvalidPartOrder: { status: 400, message: 'The parts are not listed in ascending order of their numbers' },
  InvalidRequest: { status: 400, message: 'Invalid request' },
  InvalidToken: { status: 400, message: 'The provided token is malformed or otherwise not valid' },
  MalformedXML: { status: 400, message: 'The XML that you provided is not well-formed or not what was expected' },
  MetadataTooLarge: { status: 400, message: 'Your metadata headers exceed 2 KB' },
  MethodNotAllowed: { status: 405, message: 'The specified method is not allowed against this resource' },
  MissingContentLength: { status: 411, message: 'You must provide the Content-Length header' },
  NoSuchUpload: {
    status: 404,
    message: 'The specified upload does not exist. It may have been aborted, completed, or have expired',
  },
  NotImplemented: { status: 501, message: 'This is not implemented here' },
  PreconditionFailed: { status: 412, message: 'At least one of the preconditions that you specified did not hold' },
  RequestTimeTooSkewed: {
    status: 403,
    message: 'The difference between the time of the request and the current time is too large',
  },
  SignatureDoesNotMatch: {
    status: 403,
    message: 'The request signature that we calculated does not match the signature that you provided',
  },
  XAmzContentSHA256Mismatch: {
    status: 400,
    message: 'The provided x-amz-content-sha256 does not match what was computed',
  },
} as const

export type S3ErrorCode = keyof typeof S3_ERRORS

/** An error specific to S3. Extends StorageError so that the shared upload code passes it on. */
export class S3Error extends StorageError {
  readonly code: S3ErrorCode

  constructor(code: S3ErrorCode, message: string = S3_ERRORS[code].message, options?: ErrorOptions) {
    super('invalid_request', message, options)
    this.code = code
  }
}

export interface S3ErrorView {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** The service's own errors for which S3 has another code or status. */
const BY_KIND: Partial<Record<StorageErrorName, { readonly status: number; readonly code: string }>> = {
  write_denied: { status: 403, code: 'AccessDenied' },
  bad_token: { status: 403, code: 'AccessDenied' },
  object_exists: { status: 412, code: 'PreconditionFailed' },
  bucket_not_empty: { status: 409, code: 'BucketNotEmpty' },
  related_missing: { status: 404, code: 'NoSuchBucket' },
  resource_locked: { status: 409, code: 'OperationAborted' },
  too_large: { status: 400, code: 'EntityTooLarge' },
  metadata_too_large: { status: 400, code: 'MetadataTooLarge' },
  too_busy: { status: 503, code: 'SlowDown' },
  disk_full: { status: 507, code: 'InsufficientStorage' },
  database_timeout: { status: 503, code: 'ServiceUnavailable' },
  upload_broken: { status: 400, code: 'IncompleteBody' },
  no_content: { status: 411, code: 'MissingContentLength' },
}

/** Status, code and message of an error in S3 terms. */
export function viewS3Error(error: StorageError): S3ErrorView {
  const { message } = error
  if (error instanceof S3Error) return { status: S3_ERRORS[error.code].status, code: error.code, message }
  const { statusCode, code } = error.envelope
  return { status: Number(statusCode), code, ...BY_KIND[error.kind], message }
}
