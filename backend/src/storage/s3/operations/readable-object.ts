import { requireBucket } from '../../buckets/bucket.ts'
import { runAs } from '../../context.ts'
import { StorageError } from '../../errors.ts'
import { isValidKey } from '../../names.ts'
import { findObject, type ObjectRow } from '../../objects/object-row.ts'
import { encodeKey } from '../raw-call.ts'
import type { S3Call } from '../s3-call.ts'

/**
 * Finds the current object if the caller may read it: by row level security, or because the bucket is public.
 * @throws {StorageError} bucket_not_found, object_not_found
 */
export async function requireReadable(
  { context, request, caller }: S3Call,
  place: { readonly bucket: string; readonly key: string },
  operation: string,
): Promise<ObjectRow> {
  const { id, public: isPublic } = await requireBucket(context.database.admin, place.bucket)
  if (!isValidKey(place.key)) throw new StorageError('object_not_found')
  const row = isPublic
    ? await findObject(context.database.admin, id, place.key)
    : await runAs(context, request, caller, operation, (sql) => findObject(sql, id, place.key), { readOnly: true })
  if (!row) throw new StorageError('object_not_found')
  return row
}

/** `x-amz-meta-…` headers of an object, and the number of values that cannot be sent as headers. */
export function metadataHeaders({ user_metadata }: ObjectRow): Record<string, string> {
  const headers: Record<string, string> = {}
  let missing = 0
  for (const [name, value] of Object.entries(user_metadata ?? {})) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (/^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name) && /^[\x20-\x7e]*$/.test(text))
      headers[`x-amz-meta-${name.toLowerCase()}`] = text
    else missing += 1
  }
  return missing === 0 ? headers : { ...headers, 'x-amz-missing-meta': String(missing) }
}

/** Formats keys in a listing: XML cannot carry every character, so clients may ask for encoded keys. */
export function shownKey(isEncoded: boolean): (key: string) => string {
  return isEncoded ? encodeKey : (key) => key
}
