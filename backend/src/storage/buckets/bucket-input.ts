import Type, { type Static } from 'typebox'
import { StorageError } from '../errors.ts'
import { ImagePolicy } from './bucket.ts'

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

export const BucketRules = Type.Object({
  public: Type.Optional(Type.Boolean()),
  file_size_limit: Nullable(Type.Union([Type.Integer({ minimum: 0 }), Type.String()])),
  allowed_mime_types: Nullable(Type.Array(Type.String({ maxLength: 1000 }))),
  /** Souk extension: the bucket accepts images only. */
  image_policy: Nullable(ImagePolicy),
})
export type BucketRules = Static<typeof BucketRules>

/** Columns a request sets; omitted fields are absent. */
export interface BucketColumns {
  public?: boolean
  file_size_limit?: number | null
  allowed_mime_types?: string[] | null
  image_policy?: ImagePolicy | null
}

/** @throws {StorageError} invalid_size, too_large, invalid_mime_type */
export function readBucketColumns(rules: BucketRules, globalSizeLimit: number): BucketColumns {
  const columns: BucketColumns = {}
  if (rules.public !== undefined) columns.public = rules.public
  if (rules.file_size_limit !== undefined)
    columns.file_size_limit = readSizeLimit(rules.file_size_limit, globalSizeLimit)
  if (rules.allowed_mime_types !== undefined) columns.allowed_mime_types = readMimeTypes(rules.allowed_mime_types)
  if (rules.image_policy !== undefined) columns.image_policy = rules.image_policy
  return columns
}

const UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

function readSizeLimit(value: number | string | null, globalSizeLimit: number): number | null {
  if (value === null) return null
  const bytes = typeof value === 'number' ? value : parseSize(value)
  if (bytes > globalSizeLimit) throw new StorageError('too_large')
  return bytes
}

/** Parses a size: `20MB` is 20,000,000 bytes, since the protocol uses decimal units, rounded to three significant digits. */
export function parseSize(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB)$/i.exec(text.trim())
  const unit = UNITS[match?.[2]?.toUpperCase() ?? '']
  if (!match?.[1] || unit === undefined) throw new StorageError('invalid_size')
  return Math.round(Number(Number(match[1]).toPrecision(3)) * unit)
}

const MIME_TYPE = /^[a-z0-9][\w.+-]*\/(\*|[\w.+-]+)(;\s*charset=[\w-]+)?$/i

function readMimeTypes(types: string[] | null): string[] | null {
  if (types === null) return null
  const given = types.filter((type) => type !== '')
  for (const type of given) {
    if (!MIME_TYPE.test(type))
      throw new StorageError('invalid_mime_type', `mime type ${type.slice(0, 100)} is not supported`)
  }
  return given
}
