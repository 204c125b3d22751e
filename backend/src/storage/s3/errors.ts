import { StorageError, type StorageErrorName } from '../errors.ts'

/** Errors specific to S3, with status and message. Codes and statuses are the protocol's, since clients act on them. */
// biome-ignore format: one line per error
const S3_ERRORS = {
  AccessDenied: [403, 'Access Denied'],
  AuthorizationHeaderMalformed: [400, 'The authorization header that you provided is not valid'],
  AuthorizationQueryParametersError: [400, 'The query parameters of the signature are not valid'],
  BadDigest: [400, 'The checksum that you specified does not match what we received'],
  BucketAlreadyOwnedByYou: [409, 'You have a bucket of this name already'],
  EntityTooSmall: [400, 'A part is smaller than 5 MiB and is not the last one'],
  ExpiredToken: [400, 'The provided token has expired'],
  IncompleteBody: [400, 'The body does not have the number of bytes that was announced'],
  InvalidAccessKeyId: [403, 'The access key id that you provided does not exist in our records'],
  InvalidArgument: [400, 'Invalid argument'],
  InvalidDigest: [400, 'The checksum that you specified is not valid'],
  InvalidPart: [400, 'A part could not be found, or its ETag is not the one that you gave'],
  InvalidPartNumber: [416, 'The requested part number is not satisfiable'],
  InvalidPartOrder: [400, 'The parts are not listed in ascending order of their numbers'],
  InvalidPolicyDocument: [400, 'The content of the form does not meet the conditions specified in the policy document'],
  InvalidRequest: [400, 'Invalid request'],
  InvalidToken: [400, 'The provided token is malformed or otherwise not valid'],
  MalformedXML: [400, 'The XML that you provided is not well-formed or not what was expected'],
  MaxPostPreDataLengthExceeded: [400, 'The fields before the file exceed 20 KB'],
  MetadataTooLarge: [400, 'Your metadata headers exceed 2 KB'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource'],
  MissingContentLength: [411, 'You must provide the Content-Length header'],
  NoSuchUpload: [404, 'The specified upload does not exist. It may have been aborted, completed, or have expired'],
  NotImplemented: [501, 'This is not implemented here'],
  PreconditionFailed: [412, 'At least one of the preconditions that you specified did not hold'],
  RequestTimeTooSkewed: [403, 'The difference between the time of the request and the current time is too large'],
  SignatureDoesNotMatch: [403, 'The request signature that we calculated does not match the signature that you provided'],
  XAmzContentSHA256Mismatch: [400, 'The provided x-amz-content-sha256 does not match what was computed'],
} as const

export type S3ErrorCode = keyof typeof S3_ERRORS

/** An error specific to S3. Extends StorageError so that the shared upload code passes it on. */
export class S3Error extends StorageError {
  readonly code: S3ErrorCode

  constructor(code: S3ErrorCode, message: string = S3_ERRORS[code][1], options?: ErrorOptions) {
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
  if (error instanceof S3Error) return { status: S3_ERRORS[error.code][0], code: error.code, message }
  const { statusCode, code } = error.envelope
  return { status: Number(statusCode), code, ...BY_KIND[error.kind], message }
}
