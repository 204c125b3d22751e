import type { Sql, TransactionSql } from '../../database/database.ts'

/** `metadata` of an object's row, written by the service; no client value is stored unchecked. */
export interface ObjectMetadata {
  /** With quotes, as in the header. */
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: number
  xRobotsTag?: string
  contentEncoding?: string
  contentDisposition?: string
  contentLanguage?: string
  /** A date or any other text; only clients of the S3 protocol set and see it. */
  expires?: string
  /** Pixels; only in buckets with an image policy. */
  width?: number
  height?: number
  /** 16 hexadecimal digits; close for images that look alike. */
  perceptualHash?: string
  /** Set while codes and text are unknown; absent once the picture was read and where reading is off. */
  reading?: 'waiting' | 'failed'
  /** Text of QR codes in the picture; only where the bucket's image policy asks for it. */
  codes?: string[]
  /** Recognised text, line by line; only where the image policy asks for it. */
  texts?: string[]
}

/** Headers that an uploader may set on an object; returned unchanged. */
export type GivenHeaders = Pick<ObjectMetadata, 'contentDisposition' | 'contentLanguage' | 'expires'>

/** Copies these headers from an existing object. */
export function givenHeadersOf({ contentDisposition, contentLanguage, expires }: ObjectMetadata): GivenHeaders {
  return {
    ...(contentDisposition === undefined ? {} : { contentDisposition }),
    ...(contentLanguage === undefined ? {} : { contentLanguage }),
    ...(expires === undefined ? {} : { expires }),
  }
}

export interface ObjectRow {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  version: string
  metadata: ObjectMetadata
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}

export const OBJECT_COLUMNS = [
  'id',
  'bucket_id',
  'name',
  'owner',
  'owner_id',
  'version',
  'metadata',
  'user_metadata',
  'created_at',
  'updated_at',
  'last_accessed_at',
] as const

/** Returns null when there is no such object, or the transaction's caller may not see it. */
export async function findObject(sql: Sql | TransactionSql, bucketId: string, name: string): Promise<ObjectRow | null> {
  const [row] = await sql<ObjectRow[]>`
    select ${sql(OBJECT_COLUMNS)} from storage.objects where bucket_id = ${bucketId} and name = ${name}`
  return row ?? null
}
