import { expect, test } from 'vitest'
import { rate } from '../rate-limits/rate.ts'
import { ConfigError, loadConfig } from './config.ts'
import { defineConfig } from './define-config.ts'

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('an empty environment is a working development set-up on loopback', () => {
  const config = loadConfig({})

  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    demo: true,
    brandName: 'App',
  })
  expect(config.auth.autoconfirm).toBe(true)
})

test('production listens everywhere and shows no demo', () => {
  expect(loadConfig({ NODE_ENV: 'production' })).toMatchObject({ host: '0.0.0.0', demo: false })
})

test('a mail server turns confirmation emails on', () => {
  expect(loadConfig({ SMTP_URL: 'smtp://localhost:2525' }).auth.autoconfirm).toBe(false)
  expect(loadConfig({ SMTP_URL: 'smtp://localhost:2525', AUTH_AUTOCONFIRM: '1' }).auth.autoconfirm).toBe(true)
})

test('reports all problems together', () => {
  const problems = problemsOf({
    PORT: '99999',
    DATABASE_URL: 'mysql://x',
    JWT_SECRET: 'short',
    NODE_ENV: 'production',
    GOOGLE_CLIENT_ID: 'only-half',
  })

  expect(problems).toHaveLength(4)
  expect(problems.join(' ')).toContain('PORT must be a number from 0 to 65535')
  expect(problems.join(' ')).toContain('GOOGLE_CLIENT_SECRET is missing')
})

test('a refused value is never repeated, since it may be a secret', () => {
  expect(problemsOf({ JWT_SECRET: 'hunter2', NODE_ENV: 'production' }).join(' ')).not.toContain('hunter2')
})

test('an empty variable counts as unset', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null })
})

test('features of the data API that are off by default are enabled by name', () => {
  expect(loadConfig({}).rest).toMatchObject({
    schemas: ['public'],
    aggregates: false,
    explain: false,
    allowRollback: false,
  })
  const on = { REST_SCHEMAS: 'public,annex', REST_AGGREGATES: '1', REST_OPENAPI: 'disabled', REST_MAX_ROWS: '50' }
  expect(loadConfig(on).rest).toMatchObject({
    schemas: ['public', 'annex'],
    aggregates: true,
    openApi: 'disabled',
    maxRows: 50,
  })
  expect(problemsOf({ REST_OPENAPI: 'all', REST_SCHEMAS: 'a b' })).toHaveLength(2)
})

test('limits of the data API are set one by one, over the defaults', () => {
  const { limits } = loadConfig({ REST_LIMITS: 'embed_depth=3,body_bytes=1000' }).rest
  expect(limits).toMatchObject({ embedDepth: 3, bodyBytes: 1000, filters: 300 })
  for (const wrong of ['embed_depth', 'embed_depth=0', 'embedDepth=3', 'nothing=1', 'filters=5;embeds=3']) {
    expect(problemsOf({ REST_LIMITS: wrong })[0]).toContain('REST_LIMITS must be name=number pairs')
  }
})

test('a pre-request function has a schema, and disables the cache', () => {
  expect(loadConfig({}).rest).toMatchObject({ preRequest: null, cacheBytes: 64 * 1024 * 1024 })
  expect(loadConfig({ REST_PRE_REQUEST: 'private.check_request' }).rest).toMatchObject({
    preRequest: { schema: 'private', name: 'check_request' },
    cacheBytes: 0,
  })
  expect(problemsOf({ REST_PRE_REQUEST: 'check' })).toEqual(['REST_PRE_REQUEST must be schema.function'])
})

test('limits of realtime are set one by one, rates as an amount and seconds', () => {
  const { realtime } = loadConfig({ REALTIME_MESSAGES: '50/5', REALTIME_PAYLOAD_KB: '256', REALTIME_CHANNELS: '7' })
  expect(realtime).toMatchObject({
    joins: rate(100, 10),
    messages: rate(50, 5),
    payloadBytes: 256_500,
    channelsPerConnection: 7,
  })
  expect(() => loadConfig({ REALTIME_JOINS: '10', REALTIME_PAYLOAD_KB: '4900' })).toThrow(
    'REALTIME_JOINS must be a number, a slash and a number of seconds, as in 100/10; ' +
      'REALTIME_PAYLOAD_KB must be a number of kilobytes from 1 to 4899',
  )
})

test('storage per user is limited unless set to 0', () => {
  const quotaOf = (environment: Record<string, string>) => loadConfig(environment).storage.quota
  expect(quotaOf({})).toEqual({ bytes: 5120 * 1024 * 1024, objects: 20_000 })
  expect(quotaOf({ STORAGE_QUOTA_MB: '1', STORAGE_QUOTA_FILES: '2' })).toEqual({ bytes: 1024 * 1024, objects: 2 })
  const unlimited = Number.MAX_SAFE_INTEGER
  expect(quotaOf({ STORAGE_QUOTA_MB: '0', STORAGE_QUOTA_FILES: '0' })).toEqual({ bytes: unlimited, objects: unlimited })
  expect(() => loadConfig({ STORAGE_QUOTA_MB: '1 GB' })).toThrow('STORAGE_QUOTA_MB must be a whole number of megabytes')
})

test('files live on disk unless a store is configured', () => {
  const store = {
    S3_ENDPOINT: 'https://store.example.com',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  }
  expect(loadConfig({})).toMatchObject({ s3: null, storage: { backend: 'file', s3Protocol: null } })
  expect(loadConfig(store)).toMatchObject({
    s3: { endpoint: 'https://store.example.com', region: 'us-east-1', bucket: 'files', forcePathStyle: true },
    storage: { backend: 's3' },
  })
  const chosen = { ...store, STORAGE_BACKEND: 'file', S3_REGION: 'eu-west-1', S3_FORCE_PATH_STYLE: '0' }
  expect(loadConfig(chosen)).toMatchObject({
    s3: { region: 'eu-west-1', forcePathStyle: false },
    storage: { backend: 'file' },
  })
  expect(problemsOf({ STORAGE_BACKEND: 's3' }).join(' ')).toContain('STORAGE_BACKEND=s3 needs S3_ENDPOINT')
  expect(problemsOf({ ...store, S3_BUCKET: '' }).join(' ')).toContain('S3_BUCKET is missing')
  expect(problemsOf({ STORAGE_BACKEND: 'tape' })).toEqual(['STORAGE_BACKEND must be one of file, s3'])
})

test('a key for the S3 protocol must be complete and long enough', () => {
  const key = { S3_PROTOCOL_ACCESS_KEY_ID: 'anna-laptop', S3_PROTOCOL_ACCESS_KEY_SECRET: 'x'.repeat(32) }
  expect(loadConfig(key).storage.s3Protocol).toEqual({ accessKeyId: 'anna-laptop', secretAccessKey: 'x'.repeat(32) })
  expect(problemsOf({ S3_PROTOCOL_ACCESS_KEY_ID: 'anna-laptop' }).join(' ')).toContain('SECRET is missing')
  expect(problemsOf({ ...key, S3_PROTOCOL_ACCESS_KEY_SECRET: 'short' }).join(' ')).toContain('at least 32 characters')
  expect(problemsOf({ ...key, S3_PROTOCOL_ACCESS_KEY_ID: 'a/b' }).join(' ')).toContain('8 to 128 letters')
})

test('an application adds its own variables, with a default and a check, and changes defaults', () => {
  const own = defineConfig({
    name: 'Notes',
    defaults: { PORT: '3001' },
    variables: {
      GREETING: {
        schema: { type: 'string', maxLength: 9 },
        expected: 'at most 9 characters',
        default: 'Hello',
        help: 'x',
      },
      TOPIC: { schema: { type: 'string', enum: ['figs', 'dates'] }, expected: 'figs or dates', help: 'x' },
    },
    problems: ({ GREETING, TOPIC }) => (GREETING === TOPIC ? ['GREETING and TOPIC must differ'] : []),
  })
  expect(loadConfig({}, own)).toMatchObject({ brandName: 'Notes', port: 3001, own: { GREETING: 'Hello' } })
  expect(loadConfig({ TOPIC: 'figs', PORT: '1' }, own)).toMatchObject({ port: 1, own: { TOPIC: 'figs' } })
  expect(() => loadConfig({ TOPIC: 'plums', GREETING: 'Good morning', PORT: 'x' }, own)).toThrow(
    'PORT must be a number from 0 to 65535; GREETING must be at most 9 characters; TOPIC must be figs or dates',
  )
  expect(() => loadConfig({ TOPIC: 'figs', GREETING: 'figs' }, own)).toThrow('must differ')
  const taken = { schema: { type: 'string' }, expected: 'x', help: 'x' }
  expect(() => loadConfig({}, { variables: { PORT: taken } })).toThrow("PORT is the backend's")
})
