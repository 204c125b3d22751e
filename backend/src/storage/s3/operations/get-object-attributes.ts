import { S3Error } from '../errors.ts'
import { type S3Operation, sendXml } from '../s3-call.ts'
import { requireReadable } from './readable-object.ts'

/** Attributes that can be requested. Checksums and parts are not stored, so they are omitted. */
const KNOWN = new Set(['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'])

/** GET /bucket/key?attributes: those named by `x-amz-object-attributes`. */
export const getObjectAttributes: S3Operation = async (call) => {
  const given = call.headers['x-amz-object-attributes']
  const names = [given ?? ''].flat().flatMap((list) => list.split(',').map((name) => name.trim()))
  if (!names.every((name) => KNOWN.has(name))) {
    throw new S3Error('InvalidArgument', 'x-amz-object-attributes must name attributes of an object')
  }
  const { metadata } = await requireReadable(call, call, 'storage.s3.object.info')
  call.reply.header('last-modified', new Date(metadata.lastModified).toUTCString())
  return sendXml(call, 'GetObjectAttributesResponse', {
    ...(names.includes('ETag') ? { ETag: metadata.eTag.replaceAll('"', '') } : {}),
    ...(names.includes('StorageClass') ? { StorageClass: 'STANDARD' } : {}),
    ...(names.includes('ObjectSize') ? { ObjectSize: metadata.size } : {}),
  })
}
