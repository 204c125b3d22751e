/** A row of storage.buckets as the bucket endpoints select it. */
export interface BucketViewRow {
  id: string
  name: string
  owner: string | null
  public: boolean
  file_size_limit: string | null
  allowed_mime_types: string[] | null
  created_at: Date
  updated_at: Date
}

export const BUCKET_VIEW_COLUMNS = [
  'id',
  'name',
  'owner',
  'public',
  'file_size_limit',
  'allowed_mime_types',
  'created_at',
  'updated_at',
] as const

/** Returns exactly the protocol's members: clients compare the set of keys. */
export function viewBucket(row: BucketViewRow) {
  return {
    id: row.id,
    name: row.name,
    owner: row.owner ?? '',
    public: row.public,
    file_size_limit: row.file_size_limit === null ? null : Number(row.file_size_limit),
    allowed_mime_types: row.allowed_mime_types,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
