import { FLAG, HTTP_URL, isOn, LONG_SECRET, matching, oneOf, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

export type StorageConfig = Readonly<{
  /** Bytes; a bucket's own limit can only be smaller. */
  globalSizeLimit: number
  /** What one user may keep in all buckets together. */
  quota: Readonly<{ bytes: number; objects: number }>
  /** Where the bytes of objects live; `s3` is the store that `Config.s3` names. */
  backend: (typeof STORAGE_BACKENDS)[number]
  /** Visitors may have pictures rendered in sizes that the application does not list. */
  rendersAnySize: boolean
  /** The key of whoever may use the S3 protocol as the service itself; null leaves it to people with a session. */
  s3Protocol: Readonly<{ accessKeyId: string; secretAccessKey: string }> | null
}>

/** A store that speaks S3. */
export type S3StoreConfig = Readonly<{
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** True puts the bucket into the path, which every store understands; false into the host's name. */
  forcePathStyle: boolean
}>

const STORAGE_BACKENDS = ['file', 's3'] as const

export const STORAGE_VARIABLES = {
  STORAGE_BACKEND: {
    ...oneOf(STORAGE_BACKENDS),
    otherwise: 'file; s3 when S3_ENDPOINT is set',
    help: 'where the bytes of files live',
  },
  STORAGE_QUOTA_MB: {
    ...matching('^[0-9]{1,9}$', 'a whole number of megabytes, 0 for no limit'),
    default: '5120',
    help: 'what one user may keep; exceptions in the table `storage.quotas`',
  },
  STORAGE_QUOTA_FILES: {
    ...matching('^[0-9]{1,9}$', 'a whole number, 0 for no limit'),
    default: '20000',
    help: 'how many files one user may keep',
  },
  STORAGE_RENDER_SIZES: {
    ...oneOf(['listed', 'any']),
    default: 'listed',
    help: '`any`: visitors may have public pictures rendered in every size',
  },
  S3_ENDPOINT: { ...HTTP_URL, help: 'a store that speaks S3' },
  S3_BUCKET: { ...TEXT, help: 'its bucket, which must exist' },
  S3_ACCESS_KEY_ID: { ...TEXT, help: 'its key' },
  S3_SECRET_ACCESS_KEY: { ...TEXT, help: "its key's secret" },
  S3_REGION: { ...TEXT, default: 'us-east-1', help: 'its region' },
  S3_FORCE_PATH_STYLE: { ...FLAG, default: '1', help: "0 where it wants the bucket in the host's name" },
  S3_PROTOCOL_ACCESS_KEY_ID: {
    ...matching('^[A-Za-z0-9_-]{8,128}$', '8 to 128 letters, digits, _ or -'),
    otherwise: 'sessions only',
    help: 'the key with which tools use `/storage/v1/s3` as the service',
  },
  S3_PROTOCOL_ACCESS_KEY_SECRET: { ...LONG_SECRET, help: 'its secret' },
} as const satisfies Variables

/** Variables that mean something only together. */
export const STORAGE_GROUPS = [
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['S3_PROTOCOL_ACCESS_KEY_ID', 'S3_PROTOCOL_ACCESS_KEY_SECRET'],
] as const

type StorageEnvironment = Values<typeof STORAGE_VARIABLES>

const NO_LIMIT = Number.MAX_SAFE_INTEGER

/** Reads what STORAGE_VARIABLES has checked. */
export function readStorage(env: StorageEnvironment): StorageConfig {
  return {
    globalSizeLimit: 50 * 1024 * 1024,
    quota: {
      bytes: Number(env.STORAGE_QUOTA_MB) * 1024 * 1024 || NO_LIMIT,
      objects: Number(env.STORAGE_QUOTA_FILES) || NO_LIMIT,
    },
    rendersAnySize: env.STORAGE_RENDER_SIZES === 'any',
    backend:
      STORAGE_BACKENDS.find((one) => one === env.STORAGE_BACKEND) ?? (env.S3_ENDPOINT === undefined ? 'file' : 's3'),
    s3Protocol:
      env.S3_PROTOCOL_ACCESS_KEY_ID && env.S3_PROTOCOL_ACCESS_KEY_SECRET
        ? { accessKeyId: env.S3_PROTOCOL_ACCESS_KEY_ID, secretAccessKey: env.S3_PROTOCOL_ACCESS_KEY_SECRET }
        : null,
  }
}

/** The store that the environment names whole; null where it names none. */
export function readS3(env: StorageEnvironment): S3StoreConfig | null {
  if (!env.S3_ENDPOINT || !env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) return null
  return {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    forcePathStyle: isOn(env.S3_FORCE_PATH_STYLE),
  }
}

/** What no variable says by itself. */
export function storageProblem(env: {
  readonly STORAGE_BACKEND?: string
  readonly S3_ENDPOINT?: string
}): string | null {
  return env.STORAGE_BACKEND === 's3' && env.S3_ENDPOINT === undefined
    ? 'STORAGE_BACKEND=s3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
    : null
}
