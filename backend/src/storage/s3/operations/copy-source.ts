import { runAs } from '../../context.ts'
import { StorageError } from '../../errors.ts'
import { requireKey } from '../../names.ts'
import { findObject, type ObjectRow } from '../../objects/object-row.ts'
import { S3Error } from '../errors.ts'
import { decodeText } from '../raw-call.ts'
import type { S3Call } from '../s3-call.ts'
import { requirePreconditions } from './get-object.ts'

/**
 * Finds the object named by `x-amz-copy-source`, if the caller may read it and its conditions hold.
 * @throws {StorageError} object_not_found, InvalidArgument, PreconditionFailed
 */
export async function requireCopySource(call: S3Call, operation: string): Promise<ObjectRow> {
  const { context, request, caller } = call
  const { bucket, key } = readSource(call.option('x-amz-copy-source') ?? '')
  const source = await runAs(context, request, caller, operation, (sql) => findObject(sql, bucket, key), {
    readOnly: true,
  })
  if (!source) throw new StorageError('object_not_found')
  const condition = (name: string) => call.option(`x-amz-copy-source-if-${name}`)
  requirePreconditions(condition('match'), condition('unmodified-since'), source.metadata)
  requireChanged(condition('none-match'), condition('modified-since'), source)
  return source
}

function requireChanged(noneMatch: string | undefined, since: string | undefined, { metadata }: ObjectRow): void {
  const isSame =
    noneMatch !== undefined
      ? noneMatch.replaceAll('"', '') === metadata.eTag.replaceAll('"', '')
      : since !== undefined && Math.floor(Date.parse(metadata.lastModified) / 1000) * 1000 <= Date.parse(since)
  if (isSame) throw new S3Error('PreconditionFailed')
}

function readSource(header: string): { bucket: string; key: string } {
  const [path = '', version] = header.split('?versionId=')
  if (version !== undefined && version !== 'null') throw new S3Error('NotImplemented', 'Objects have no versions here')
  const [, bucket, key] = /^\/?([^/]+)\/(.+)$/s.exec(decodeText(path) ?? '') ?? []
  if (bucket === undefined || key === undefined) {
    throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey')
  }
  return { bucket, key: requireKey(key) }
}
