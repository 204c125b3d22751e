import { requireBucket } from '../../buckets/bucket.ts'
import { runAs } from '../../context.ts'
import { S3Error } from '../errors.ts'
import { numberParameter, type S3Call, type S3Operation, sendXml } from '../s3-call.ts'
import type { XmlObject } from '../xml.ts'
import { type ListedRow, type ListQuery, listKeys } from './list-keys.ts'
import { shownKey } from './readable-object.ts'

const MAX_KEYS = 1000

/** GET /bucket: version 1 of listing, where a key marks where to continue. */
export const listObjects: S3Operation = async (call) => {
  const { prefix, delimiter, show } = readOptions(call)
  const marker = call.parameter('marker') ?? ''
  // A marker ending in the delimiter was the last entry of a page: its keys have been listed.
  const isFolder = delimiter !== '' && marker.startsWith(prefix) && marker.slice(prefix.length).endsWith(delimiter)
  const page = await listPage(call, { prefix, delimiter, after: marker, isAfterFolder: isFolder })
  return sendXml(call, 'ListBucketResult', {
    Name: call.bucket,
    Prefix: show(prefix),
    Marker: show(marker),
    MaxKeys: page.maxKeys,
    ...(delimiter === '' ? {} : { Delimiter: show(delimiter) }),
    ...encodingOf(call),
    IsTruncated: page.isTruncated,
    ...(page.isTruncated && delimiter !== '' ? { NextMarker: show(page.last) } : {}),
    ...viewRows(page.rows, show, true),
  })
}

/** GET /bucket?list-type=2: paged with a continuation token. */
export const listObjectsV2: S3Operation = async (call) => {
  const { prefix, delimiter, show } = readOptions(call)
  const token = call.parameter('continuation-token')
  const startAfter = call.parameter('start-after') ?? ''
  const from = token === undefined ? { after: startAfter, isAfterFolder: false } : decodeToken(token)
  const page = await listPage(call, { prefix, delimiter, ...from })
  return sendXml(call, 'ListBucketResult', {
    Name: call.bucket,
    Prefix: show(prefix),
    ...(startAfter === '' ? {} : { StartAfter: show(startAfter) }),
    ...(token === undefined ? {} : { ContinuationToken: token }),
    MaxKeys: page.maxKeys,
    KeyCount: page.rows.length,
    ...(delimiter === '' ? {} : { Delimiter: show(delimiter) }),
    ...encodingOf(call),
    IsTruncated: page.isTruncated,
    ...(page.isTruncated ? { NextContinuationToken: encodeToken(page.last, page.isLastFolder) } : {}),
    ...viewRows(page.rows, show, call.parameter('fetch-owner') === 'true'),
  })
}

function readOptions(call: S3Call) {
  const [prefix, delimiter] = [call.parameter('prefix') ?? '', call.parameter('delimiter') ?? '']
  for (const name of ['prefix', 'delimiter', 'marker', 'start-after']) {
    const text = call.parameter(name) ?? ''
    if (text.length > 1024) throw new S3Error('InvalidArgument', `${name} cannot be part of a key`)
  }
  return { prefix, delimiter, show: shownKey(isEncoded(call)) }
}

function isEncoded(call: S3Call): boolean {
  const encoding = call.parameter('encoding-type')
  if (encoding !== undefined && encoding !== 'url') throw new S3Error('InvalidArgument', 'encoding-type must be url')
  return encoding === 'url'
}

function encodingOf(call: S3Call): XmlObject {
  return isEncoded(call) ? { EncodingType: 'url' } : {}
}

interface Page {
  readonly rows: readonly ListedRow[]
  readonly maxKeys: number
  readonly isTruncated: boolean
  /** The last entry of the page. */
  readonly last: string
  readonly isLastFolder: boolean
}

async function listPage(call: S3Call, from: Omit<ListQuery, 'bucketId' | 'limit'>): Promise<Page> {
  const { context, request, caller, bucket } = call
  const maxKeys = Math.min(numberParameter(call, 'max-keys', 0, 2 ** 31) ?? MAX_KEYS, MAX_KEYS)
  const { id: bucketId } = await requireBucket(context.database.admin, bucket)
  const query = { ...from, bucketId, limit: maxKeys + 1 }
  const rows =
    maxKeys === 0
      ? []
      : await runAs(context, request, caller, 'storage.s3.object.list', (sql) => listKeys(sql, query), {
          readOnly: true,
        })
  const page = rows.slice(0, maxKeys)
  const last = page.at(-1)
  return {
    rows: page,
    maxKeys,
    isTruncated: rows.length > maxKeys,
    last: last?.name ?? '',
    isLastFolder: last?.is_folder ?? false,
  }
}

function viewRows(rows: readonly ListedRow[], show: (key: string) => string, hasOwner: boolean): XmlObject {
  const contents = rows
    .filter((row) => !row.is_folder)
    .map((row) => ({
      Key: show(row.name),
      LastModified: row.metadata?.lastModified ?? (row.updated_at ?? new Date(0)).toISOString(),
      ETag: row.metadata?.eTag ?? '',
      Size: row.metadata?.size ?? 0,
      StorageClass: 'STANDARD',
      ...(hasOwner ? { Owner: { ID: row.owner_id ?? '' } } : {}),
    }))
  const folders = rows.filter((row) => row.is_folder).map((row) => ({ Prefix: show(row.name) }))
  return {
    ...(contents.length > 0 ? { Contents: contents } : {}),
    ...(folders.length > 0 ? { CommonPrefixes: folders } : {}),
  }
}

/** Opaque to clients: a letter for the kind of the last entry, and its name. */
function encodeToken(last: string, isFolder: boolean): string {
  return Buffer.from(`${isFolder ? 'f' : 'k'}${last}`).toString('base64url')
}

function decodeToken(token: string): { after: string; isAfterFolder: boolean } {
  const text = Buffer.from(token, 'base64url').toString('utf8')
  if (!/^[fk]./s.test(text) || text.includes('\0') || Buffer.from(text).toString('base64url') !== token) {
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect')
  }
  return { after: text.slice(1), isAfterFolder: text.startsWith('f') }
}
