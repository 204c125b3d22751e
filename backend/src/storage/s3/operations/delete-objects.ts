import { requireBucket } from '../../buckets/bucket.ts'
import { runAs } from '../../context.ts'
import { StorageError } from '../../errors.ts'
import { isValidKey } from '../../names.ts'
import { deleteRows, forgetBytes } from '../../objects/delete-rows.ts'
import { readText } from '../body/read-body.ts'
import { S3Error } from '../errors.ts'
import { type S3Call, type S3Operation, sendXml } from '../s3-call.ts'
import { elementsOf, parseXml, textOf } from '../xml.ts'

const MAX_KEYS = 1000

/** DELETE /bucket/key: an object that is missing or invisible to the caller counts as deleted. */
export const deleteObject: S3Operation = async (call) => {
  const condition = Object.keys(call.headers).find((name) => /^(x-amz-)?if-/.test(name))
  if (condition) throw new S3Error('NotImplemented', `${condition} is not implemented for deletions`)
  const { refused } = await deleteKeys(call, [call.key], 'storage.s3.object.delete')
  if (refused.size > 0) throw new StorageError('delete_denied')
  return call.reply.status(204).send()
}

/** POST /bucket?delete */
export const deleteObjects: S3Operation = async (call) => {
  const document = parseXml(await readText(call.body), 'Delete')
  const keys = elementsOf(document, 'Object').map((element) => {
    const key = textOf(element, 'Key')
    if (!key) throw new S3Error('MalformedXML')
    if (textOf(element, 'ETag')) throw new S3Error('NotImplemented', 'Conditions are not implemented for deletions')
    if (textOf(element, 'VersionId')) throw new S3Error('NotImplemented', 'Objects have no versions here')
    return key
  })
  if (keys.length === 0 || keys.length > MAX_KEYS)
    throw new S3Error('MalformedXML', 'A request deletes 1 to 1000 objects')
  const { refused } = await deleteKeys(call, keys, 'storage.s3.object.delete_many')
  const isQuiet = textOf(document, 'Quiet')?.trim() === 'true'
  const deleted = isQuiet ? [] : [...new Set(keys)].filter((key) => !refused.has(key))
  return sendXml(call, 'DeleteResult', {
    ...(deleted.length > 0 ? { Deleted: deleted.map((Key) => ({ Key })) } : {}),
    ...(refused.size > 0
      ? { Error: [...refused].map((Key) => ({ Key, Code: 'AccessDenied', Message: 'Access Denied' })) }
      : {}),
  })
}

/** @returns the keys that the caller can see but may not delete */
async function deleteKeys(call: S3Call, keys: readonly string[], operation: string): Promise<{ refused: Set<string> }> {
  const { context, request, caller } = call
  const { id } = await requireBucket(context.database.admin, call.bucket)
  const names = keys.filter(isValidKey)
  const { deleted, refused } = await runAs(context, request, caller, operation, async (sql) => {
    const rows = await deleteRows(sql, id, names)
    const left = await sql<{ name: string }[]>`
      select name from storage.objects where bucket_id = ${id} and name = any (${names}::text[])`
    return { deleted: rows, refused: new Set(left.map((row) => row.name)) }
  })
  await forgetBytes(context, deleted)
  return { refused }
}
