import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { runAs, type StorageContext } from '../context.ts'
import { StorageError } from '../errors.ts'
import { isValidKey } from '../names.ts'
import { optionalCaller, requireCaller } from '../request-caller.ts'
import type { Visibility } from './content-headers.ts'
import { findObject, type ObjectRow } from './object-row.ts'
import type { Lookup } from './send-object.ts'

/** How to find an object for one request, and who may keep the answer. */
export interface ReadAccess {
  readonly lookup: Lookup
  readonly visibility: Visibility
}

export interface ObjectAddress {
  readonly bucket: string
  readonly key: string
}

const PUBLIC: Visibility = { kind: 'public' }
const PRIVATE: Visibility = { kind: 'private' }

/** For /object/public and similar routes: the bucket must be public, and no token is needed. */
export function publicAccess(context: StorageContext, { bucket, key }: ObjectAddress): ReadAccess {
  const lookup = async () => {
    const { isPublic, row } = await findPublic(context, bucket, key)
    if (!isPublic) throw new StorageError('bucket_not_found')
    return found(row)
  }
  return { lookup, visibility: PUBLIC }
}

/** For /object/authenticated: requires a token, row level security decides. A public bucket is readable anyway. */
export async function authenticatedAccess(
  context: StorageContext,
  request: FastifyRequest,
  address: ObjectAddress,
  operation: string,
): Promise<ReadAccess & { readonly caller: Caller }> {
  const caller = await requireCaller(context.keyring, request)
  return { ...(await callerAccess(context, request, caller, address, operation)), caller }
}

/** For /object/:bucket: without a valid token only public buckets are visible. */
export async function eitherAccess(
  context: StorageContext,
  request: FastifyRequest,
  address: ObjectAddress,
  operation: string,
): Promise<ReadAccess> {
  const caller = await optionalCaller(context.keyring, request)
  return caller === null ? publicAccess(context, address) : callerAccess(context, request, caller, address, operation)
}

async function callerAccess(
  context: StorageContext,
  request: FastifyRequest,
  caller: Caller,
  address: ObjectAddress,
  operation: string,
): Promise<ReadAccess> {
  const { isPublic } = await findPublic(context, address.bucket, address.key)
  if (isPublic) return publicAccess(context, address)
  const lookup = async () =>
    found(
      await runAs(context, request, caller, operation, (sql) => findObject(sql, address.bucket, address.key), {
        readOnly: true,
      }),
    )
  return { lookup, visibility: PRIVATE }
}

/** Versions before the current one are not kept: requesting one finds nothing. */
export function onlyVersion(lookup: Lookup, versionId: string | undefined): Lookup {
  if (versionId === undefined) return lookup
  return async () => {
    const row = await lookup()
    return found(row.version === versionId ? row : null)
  }
}

function findPublic(context: StorageContext, bucket: string, key: string) {
  // Invalid keys are not looked up: PostgreSQL refuses NUL, and they would waste cache entries.
  if (!isValidKey(key)) throw new StorageError('object_not_found')
  return context.publicObjects.find(bucket, key)
}

function found(row: ObjectRow | null): ObjectRow {
  if (!row) throw new StorageError('object_not_found')
  return row
}
