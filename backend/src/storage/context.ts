import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { asCaller } from '../database/as-caller.ts'
import type { Database, TransactionSql } from '../database/database.ts'
import type { Caller } from '../http/caller.ts'
import { networkOf } from '../http/client-address.ts'
import type { Shares } from '../http/shares.ts'
import type { Keyring } from '../jwt/keyring.ts'
import type { BlobBackend } from './backends/backend.ts'
import type { HotAnswers } from './hot-answers.ts'
import type { ImageGate } from './images/image-gate.ts'
import type { RenderSizes } from './images/listed-sizes.ts'
import type { PicturePace } from './images/picture-pace.ts'
import type { Reading } from './images/reading/reading.ts'
import type { VariantCache } from './images/variant-cache.ts'
import type { PublicObjects } from './objects/public-objects.ts'
import type { Staging } from './staging.ts'
import type { UrlTokens } from './url-tokens.ts'

/** Dependencies of every storage endpoint. */
export interface StorageContext {
  readonly config: Config
  readonly database: Database
  readonly keyring: Keyring
  readonly log: Logger
  readonly blobs: BlobBackend
  readonly staging: Staging
  readonly images: ImageGate
  readonly picturePace: PicturePace
  readonly reading: Reading
  /** Sizes anonymous visitors may have rendered. */
  readonly renderSizes: RenderSizes
  readonly variants: VariantCache
  readonly publicObjects: PublicObjects
  readonly hotAnswers: HotAnswers
  readonly urlTokens: UrlTokens
  /** Fair shares of the connections of `database.callers`. */
  readonly shares: Shares
}

export interface StorageOptions {
  readonly context: StorageContext
}

interface CallOptions {
  readonly readOnly?: boolean
  readonly rollback?: boolean
  readonly settings?: Readonly<Record<string, string>>
}

/** Runs one transaction under the caller's row level security, with the settings that storage policies may read. */
export function runAs<T>(
  context: StorageContext,
  request: FastifyRequest,
  caller: Caller,
  operation: string,
  run: (sql: TransactionSql) => Promise<T>,
  options: CallOptions = {},
): Promise<T> {
  const settings = {
    'storage.operation': operation,
    ...requestSettings(context, request),
    ...(caller.role === 'service_role' ? {} : quotaSettings(context)),
    ...options.settings,
  }
  const share = caller.role === 'service_role' ? null : (caller.userId ?? networkOf(request.ip))
  return context.shares.run(share, () => asCaller(context.database, caller, run, { ...options, settings }))
}

/** What policies and triggers may read of the request. */
export function requestSettings({ config }: StorageContext, request: FastifyRequest): Record<string, string> {
  const headers = config.rest.credentialHeaders ? request.headers : withoutSecrets(request.headers)
  return {
    'request.method': request.method,
    'request.path': request.url.split('?', 1)[0] ?? '',
    'request.headers': JSON.stringify(headers),
  }
}

/** Transaction settings with which storage.change_usage enforces the owner's quota; without them it only counts. */
export function quotaSettings({ config }: StorageContext): Record<string, string> {
  const { bytes, objects } = config.storage.quota
  return { 'storage.quota_bytes': String(bytes), 'storage.quota_objects': String(objects) }
}

const SECRET_HEADERS = new Set([
  'authorization',
  'apikey',
  'cookie',
  'proxy-authorization',
  'x-signature',
  'x-amz-security-token',
])

function withoutSecrets(headers: FastifyRequest['headers']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRET_HEADERS.has(name)))
}
