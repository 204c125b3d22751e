import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/schema'
import type { Sql, TransactionSql } from '../../database/database.ts'
import { StorageError } from '../errors.ts'

/** A bucket's image requirements, in pixels; see images/normalise-image.ts. */
export const ImagePolicy = Type.Object(
  {
    maxEdge: Type.Integer({ minimum: 1, maximum: 16_383 }),
    minEdge: Type.Optional(Type.Integer({ minimum: 1 })),
    maxPixels: Type.Integer({ minimum: 1, maximum: 268_402_689 }),
    quality: Type.Optional(Type.Integer({ minimum: 20, maximum: 100 })),
    /** Store the text of QR codes in the metadata. */
    readCodes: Type.Optional(Type.Boolean()),
    /** Store recognised text in the metadata. */
    readText: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type ImagePolicy = Static<typeof ImagePolicy>
const imagePolicyCheck = Compile(ImagePolicy)

export interface Bucket {
  readonly id: string
  readonly public: boolean
  readonly fileSizeLimit: number | null
  readonly allowedMimeTypes: readonly string[] | null
  readonly imagePolicy: ImagePolicy | null
}

interface BucketRow {
  id: string
  public: boolean
  file_size_limit: string | null
  allowed_mime_types: string[] | null
  image_policy: unknown
}

/** Reads a bucket's rules past row level security: they also bind callers who may not see the bucket's row. */
async function findBucket(sql: Sql | TransactionSql, id: string): Promise<Bucket | null> {
  const [row] = await sql<BucketRow[]>`
    select id, public, file_size_limit::text, allowed_mime_types, image_policy from storage.buckets where id = ${id}`
  if (!row) return null
  return {
    id: row.id,
    public: row.public,
    fileSizeLimit: row.file_size_limit === null ? null : Number(row.file_size_limit),
    allowedMimeTypes: row.allowed_mime_types,
    imagePolicy: parseImagePolicy(row),
  }
}

/** @throws {StorageError} bucket_not_found */
export async function requireBucket(sql: Sql | TransactionSql, id: string): Promise<Bucket> {
  const bucket = await findBucket(sql, id)
  if (!bucket) throw new StorageError('bucket_not_found')
  return bucket
}

function parseImagePolicy(row: BucketRow): ImagePolicy | null {
  if (row.image_policy === null) return null
  // An invalid policy written through SQL must fail closed.
  if (!imagePolicyCheck.Check(row.image_policy))
    throw new Error(`Bucket ${row.id} has an image_policy that cannot be read.`)
  return row.image_policy
}

/** Size limit of one object in the bucket, in bytes. */
export function sizeLimitOf(bucket: Bucket, globalSizeLimit: number): number {
  return bucket.fileSizeLimit === null ? globalSizeLimit : Math.min(bucket.fileSizeLimit, globalSizeLimit)
}

/** @throws {StorageError} invalid_mime_type when the type is not in the bucket's list. */
export function requireAllowedMimeType(bucket: Bucket, mimeType: string): void {
  const { allowedMimeTypes } = bucket
  if (allowedMimeTypes === null || allowedMimeTypes.length === 0) return
  const [type = ''] = mimeType.split('/', 1)
  const isAllowed = allowedMimeTypes.some(
    (allowed) => allowed === mimeType || allowed === `${type}/*` || allowed === '*/*',
  )
  if (!isAllowed) throw new StorageError('invalid_mime_type', `mime type ${mimeType} is not supported`)
}
