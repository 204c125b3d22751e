import type { Sql, TransactionSql } from '../../database/database.ts'

/** `metadata` of an object's row. The service writes it; nothing in it is taken from a client unchecked. */
export interface ObjectMetadata {
  /** With its quotes, as in the header. */
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
  /** As a date or any other words; only clients of the S3 protocol set it and see it. */
  expires?: string
  /** Pixels; only in buckets with an image policy. */
  width?: number
  height?: number
  /** 16 hexadecimal digits; alike for pictures that look alike. */
  perceptualHash?: string
  /** Whether codes and texts are still unknown; absent once the picture was read, and where nothing is to be read. */
  reading?: 'waiting' | 'failed'
  /** What QR codes in the picture say; only where the bucket's image policy asks for it. */
  codes?: string[]
  /** What is written in it, line by line; as above. */
  texts?: string[]
}

/** Headers that a writer may give an object; they go out as they came. */
export type GivenHeaders = Pick<ObjectMetadata, 'contentDisposition' | 'contentLanguage' | 'expires'>

/** Those of an object, for another one that is to be the same. */
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

/** Null when there is no such object, or none that the caller of the transaction may see. */
export async function findObject(sql: Sql | TransactionSql, bucketId: string, name: string): Promise<ObjectRow | null> {
  const [row] = await sql<ObjectRow[]>`
    select ${sql(OBJECT_COLUMNS)} from storage.objects where bucket_id = ${bucketId} and name = ${name}`
  return row ?? null
}
