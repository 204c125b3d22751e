import { FLAG, HTTP_URL, isOn, LONG_SECRET, matching, oneOf, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

export type StorageConfig = Readonly<{
  /** In bytes; a bucket's own limit can only be smaller. */
  globalSizeLimit: number
  /** Quota of one user in all buckets together. */
  quota: Readonly<{ bytes: number; objects: number }>
  /** Where the bytes of objects are stored; `s3` is the store configured in `Config.s3`. */
  backend: (typeof STORAGE_BACKENDS)[number]
  /** Whether images are rendered in other sizes and formats. */
  renders: boolean
  /** Whether the S3 protocol is served. */
  servesS3: boolean
  /** Whether visitors may render images in sizes that the application does not list. */
  rendersAnySize: boolean
  /** Access key for the S3 protocol as the service role; null allows only users with a session. */
  s3Protocol: Readonly<{ accessKeyId: string; secretAccessKey: string }> | null
}>

/** An S3-compatible store. */
export type S3StoreConfig = Readonly<{
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** True puts the bucket into the path, which every store supports; false into the host name. */
  forcePathStyle: boolean
}>

const STORAGE_BACKENDS = ['file', 's3'] as const

export const STORAGE_VARIABLES = {
  STORAGE_BACKEND: {
    ...oneOf(STORAGE_BACKENDS),
    otherwise: 'file; s3 when S3_ENDPOINT is set',
    help: 'where file contents are stored',
  },
  STORAGE_QUOTA_MB: {
    ...matching('^[0-9]{1,9}$', 'a whole number of megabytes, 0 for no limit'),
    default: '5120',
    help: 'storage quota per user; exceptions are in the table `storage.quotas`',
  },
  STORAGE_QUOTA_FILES: {
    ...matching('^[0-9]{1,9}$', 'a whole number, 0 for no limit'),
    default: '20000',
    help: 'maximum number of files per user',
  },
  STORAGE_FILE_SIZE_LIMIT: {
    ...matching('^[1-9][0-9]{0,12}$', 'a whole number of bytes above 0'),
    default: '52428800',
    help: 'maximum size of a file in bytes',
  },
  STORAGE_RENDER_SIZES: {
    ...oneOf(['listed', 'any']),
    default: 'listed',
    help: '`any` lets visitors render public images in any size',
  },
  S3_ENDPOINT: { ...HTTP_URL, help: 'endpoint of an S3-compatible store' },
  S3_BUCKET: { ...TEXT, help: 'existing bucket' },
  S3_ACCESS_KEY_ID: { ...TEXT, help: 'access key' },
  S3_SECRET_ACCESS_KEY: { ...TEXT, help: 'secret key' },
  S3_REGION: { ...TEXT, default: 'us-east-1', help: 'region' },
  S3_FORCE_PATH_STYLE: { ...FLAG, default: '1', help: '0 puts the bucket in the host name' },
  STORAGE_RENDER: { ...FLAG, default: '1', help: '0 does not render images in other sizes' },
  S3_PROTOCOL: { ...FLAG, default: '1', help: '0 does not serve the S3 protocol' },
  S3_PROTOCOL_ACCESS_KEY_ID: {
    ...matching('^[A-Za-z0-9_-]{8,128}$', '8 to 128 letters, digits, _ or -'),
    otherwise: 'sessions only',
    help: 'access key for S3 clients at `/storage/v1/s3`, with service rights',
  },
  S3_PROTOCOL_ACCESS_KEY_SECRET: { ...LONG_SECRET, help: 'its secret' },
} as const satisfies Variables

/** Variables that must be set together. */
export const STORAGE_GROUPS = [
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['S3_PROTOCOL_ACCESS_KEY_ID', 'S3_PROTOCOL_ACCESS_KEY_SECRET'],
] as const

type StorageEnvironment = Values<typeof STORAGE_VARIABLES>

const NO_LIMIT = Number.MAX_SAFE_INTEGER

/** Reads the variables that STORAGE_VARIABLES has validated. */
export function readStorage(env: StorageEnvironment): StorageConfig {
  return {
    globalSizeLimit: Number(env.STORAGE_FILE_SIZE_LIMIT),
    quota: {
      bytes: Number(env.STORAGE_QUOTA_MB) * 1024 * 1024 || NO_LIMIT,
      objects: Number(env.STORAGE_QUOTA_FILES) || NO_LIMIT,
    },
    renders: isOn(env.STORAGE_RENDER),
    servesS3: isOn(env.S3_PROTOCOL),
    rendersAnySize: env.STORAGE_RENDER_SIZES === 'any',
    backend:
      STORAGE_BACKENDS.find((one) => one === env.STORAGE_BACKEND) ?? (env.S3_ENDPOINT === undefined ? 'file' : 's3'),
    s3Protocol:
      env.S3_PROTOCOL_ACCESS_KEY_ID && env.S3_PROTOCOL_ACCESS_KEY_SECRET
        ? { accessKeyId: env.S3_PROTOCOL_ACCESS_KEY_ID, secretAccessKey: env.S3_PROTOCOL_ACCESS_KEY_SECRET }
        : null,
  }
}

/** The fully configured store; null without one. */
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

/** Checks that involve several variables. */
export function storageProblem(env: {
  readonly STORAGE_BACKEND?: string
  readonly S3_ENDPOINT?: string
}): string | null {
  return env.STORAGE_BACKEND === 's3' && env.S3_ENDPOINT === undefined
    ? 'STORAGE_BACKEND=s3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
    : null
}
