import { S3Error } from './errors.ts'
import { abortUpload } from './multipart/abort-upload.ts'
import { completeUpload } from './multipart/complete-upload.ts'
import { createUpload } from './multipart/create-upload.ts'
import { listParts } from './multipart/list-parts.ts'
import { listUploads } from './multipart/list-uploads.ts'
import { uploadPart, uploadPartCopy } from './multipart/upload-part.ts'
import { getBucketLocation, getBucketVersioning, headBucket } from './operations/bucket-facts.ts'
import { copyObject } from './operations/copy-object.ts'
import { createBucket } from './operations/create-bucket.ts'
import { deleteBucket } from './operations/delete-bucket.ts'
import { deleteObject, deleteObjects } from './operations/delete-objects.ts'
import { getObject, headObject } from './operations/get-object.ts'
import { getObjectAttributes } from './operations/get-object-attributes.ts'
import { getObjectTagging } from './operations/get-object-tagging.ts'
import { listBuckets } from './operations/list-buckets.ts'
import { listObjects, listObjectsV2 } from './operations/list-objects.ts'
import { putObject } from './operations/put-object.ts'
import type { S3Call, S3Operation } from './s3-call.ts'

/** Resource level of a URL. */
type Level = 'service' | 'bucket' | 'object'

/** One operation. The first match wins, so the most general ones come last. */
interface Route {
  readonly method: string
  readonly level: Level
  /** A query parameter that must be present, `name` or `name=value`. */
  readonly query?: string
  /** An option that must be present. */
  readonly option?: string
  readonly run: S3Operation
}

const ROUTES: readonly Route[] = [
  { method: 'GET', level: 'service', run: listBuckets },

  { method: 'HEAD', level: 'bucket', run: headBucket },
  { method: 'GET', level: 'bucket', query: 'location', run: getBucketLocation },
  { method: 'GET', level: 'bucket', query: 'versioning', run: getBucketVersioning },
  { method: 'GET', level: 'bucket', query: 'uploads', run: listUploads },
  { method: 'GET', level: 'bucket', query: 'list-type=2', run: listObjectsV2 },
  { method: 'GET', level: 'bucket', run: listObjects },
  { method: 'PUT', level: 'bucket', run: createBucket },
  { method: 'DELETE', level: 'bucket', run: deleteBucket },
  { method: 'POST', level: 'bucket', query: 'delete', run: deleteObjects },

  { method: 'HEAD', level: 'object', run: headObject },
  { method: 'GET', level: 'object', query: 'uploadId', run: listParts },
  { method: 'GET', level: 'object', query: 'tagging', run: getObjectTagging },
  { method: 'GET', level: 'object', query: 'attributes', run: getObjectAttributes },
  { method: 'GET', level: 'object', run: getObject },
  { method: 'PUT', level: 'object', query: 'uploadId', option: 'x-amz-copy-source', run: uploadPartCopy },
  { method: 'PUT', level: 'object', query: 'uploadId', run: uploadPart },
  { method: 'PUT', level: 'object', option: 'x-amz-copy-source', run: copyObject },
  { method: 'PUT', level: 'object', run: putObject },
  { method: 'POST', level: 'object', query: 'uploads', run: createUpload },
  { method: 'POST', level: 'object', query: 'uploadId', run: completeUpload },
  { method: 'DELETE', level: 'object', query: 'uploadId', run: abortUpload },
  { method: 'DELETE', level: 'object', run: deleteObject },
]

// Unsupported parts of the protocol. Without this list `PUT ?acl` would overwrite the object.
const ABSENT = new Set([
  ...[
    'abac',
    'accelerate',
    'acl',
    'analytics',
    'annotation',
    'attributes',
    'cors',
    'encryption',
    'intelligent-tiering',
  ],
  ...['inventory', 'legal-hold', 'lifecycle', 'logging', 'metadataTable', 'metadataConfiguration', 'metrics'],
  ...[
    'notification',
    'object-lock',
    'ownershipControls',
    'policy',
    'policyStatus',
    'publicAccessBlock',
    'renameObject',
  ],
  ...['replication', 'requestPayment', 'restore', 'retention', 'select', 'session', 'tagging', 'torrent', 'versioning'],
  ...['versions', 'website', 'append'],
])

/** @throws {S3Error} NotImplemented, MethodNotAllowed */
export function findOperation(call: S3Call): S3Operation {
  const level: Level = call.bucket === '' ? 'service' : call.key === '' ? 'bucket' : 'object'
  const fits = (route: Route) =>
    route.method === call.method &&
    route.level === level &&
    (route.query === undefined || hasParameter(call, route.query)) &&
    (route.option === undefined || call.option(route.option) !== undefined)
  const found = ROUTES.find(fits)
  const absent = [...call.queryValues.keys()].find((name) => ABSENT.has(name) && name !== found?.query)
  if (absent !== undefined) throw new S3Error('NotImplemented', `${absent} is not implemented here`)
  const version = call.parameter('versionId')
  if (version !== undefined && version !== 'null') throw new S3Error('NotImplemented', 'Objects have no versions here')
  if (!found) throw new S3Error('MethodNotAllowed')
  return found.run
}

function hasParameter(call: S3Call, query: string): boolean {
  const [name = '', value] = query.split('=')
  const given = call.parameter(name)
  return given !== undefined && (value === undefined || given === value)
}
