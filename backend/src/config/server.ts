import { chosen, FLAG, HTTP_URL, isOn, matching, oneOf, TEXT } from './kinds.ts'
import type { Values, Variables } from './own-config.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const SERVICES = ['auth', 'rest', 'storage', 'realtime', 'functions'] as const
export type Service = (typeof SERVICES)[number]

const DEMOS = ['0', '1', 'true', 'false', 'large']

/** Where /metrics is served. */
export type MetricsConfig = Readonly<{ port: number; host: string }>

/** Where traces are sent. */
export type TracingConfig = Readonly<{
  /** Without a trailing slash. */
  endpoint: string
  /** Share of requests that are traced, 0 to 1. */
  ratio: number
  serviceName: string
}>

export type ServerConfig = Readonly<{
  port: number
  host: string
  /** URL at which browsers reach the server, without a trailing slash. */
  publicUrl: string
  /** Processes that share the port. */
  workers: number
  production: boolean
  demo: boolean
  /** Whether the demo is a large one. */
  demoIsLarge: boolean
  brandName: string
  logLevel: LogLevel
  /** Whether the secret key may replace functions. */
  deploysFunctions: boolean
  /** Whether /console is served. */
  console: boolean
  /** Services that are served; the others answer 404. */
  services: ReadonlySet<Service>
  /** Origins whose pages may call the services, such as `https://app.example.com`; null for any. */
  corsOrigins: readonly string[] | null
  /** Address of the reverse proxy whose X-Forwarded-For is trusted; null trusts only the socket. */
  trustProxy: string | null
  /** Null serves no metrics. */
  metrics: MetricsConfig | null
  /** Null traces nothing. */
  tracing: TracingConfig | null
}>

export const SERVER_VARIABLES = {
  PORT: { ...matching('^[0-9]{1,5}$', 'a number from 0 to 65535'), default: '3000', help: 'port to listen on' },
  HOST: {
    ...TEXT,
    otherwise: '127.0.0.1; 0.0.0.0 in production',
    help: 'address to listen on',
  },
  PUBLIC_URL: {
    ...HTTP_URL,
    otherwise: '`http://localhost:PORT`',
    help: 'public URL, used for links in emails',
  },
  NODE_ENV: { ...TEXT, help: '`production` listens on all interfaces, loads no demo data and rejects more passwords' },
  WORKERS: {
    ...matching('^([1-9]|[1-5][0-9]|6[0-4])$', 'a number from 1 to 64'),
    default: '1',
    help: 'number of processes sharing the port',
  },
  TRUST_PROXY: {
    ...TEXT,
    help: 'address of the reverse proxy whose `X-Forwarded-For` is trusted; if unset, all its clients count as one address',
  },
  CORS_ORIGINS: {
    ...matching(
      '^ *https?://[^\\s/,]+ *(, *https?://[^\\s/,]+ *)*$',
      'origins separated by commas, as https://app.example.com',
    ),
    otherwise: 'any',
    help: 'origins allowed by CORS, with credentials; also disables the fast path for anonymous reads',
  },
  SERVICES: {
    ...matching(
      `^(${SERVICES.join('|')})(,(${SERVICES.join('|')}))*$`,
      `some of ${SERVICES.join(', ')} with a comma between them`,
    ),
    default: SERVICES.join(','),
    help: 'services that are served; the others answer 404',
  },
  METRICS_PORT: {
    ...matching('^[0-9]{1,5}$', 'a number from 0 to 65535'),
    help: 'port of `/metrics` for Prometheus; none if unset',
  },
  METRICS_HOST: {
    ...TEXT,
    default: '127.0.0.1',
    help: 'address of `/metrics`; it asks for no password, so keep it inside',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...HTTP_URL,
    help: 'OpenTelemetry collector that traces are sent to over HTTP; none if unset',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    ...matching('^(0(\\.[0-9]+)?|1(\\.0+)?)$', 'a number from 0 to 1'),
    default: '0.1',
    help: 'share of requests that are traced',
  },
  OTEL_SERVICE_NAME: { ...TEXT, default: 'souk-backend', help: 'name of this service in traces' },
  LOG_LEVEL: { ...oneOf(LOG_LEVELS), default: 'info', help: 'log level' },
  CONSOLE: {
    ...FLAG,
    otherwise: '1; 0 in production',
    help: '1 serves the console at `/console`: in production it asks for the secret key',
  },
  FUNCTIONS_DEPLOY: {
    ...FLAG,
    default: '0',
    help: '1 lets `functions deploy` replace functions of a Supabase project with the secret key, which then runs code on this server',
  },
  BRAND_NAME: {
    ...matching('^.{1,40}$', '1 to 40 characters'),
    otherwise: "the application's name",
    help: 'name shown in emails and pages',
  },
  DEMO: {
    ...oneOf(DEMOS),
    expected: '0, 1 or large',
    otherwise: '1 on the embedded database, else 0',
    help: '1 loads the demo data, large loads far more',
  },
} as const satisfies Variables

/** @param given  the application's name, and whether the database is embedded */
export function readServer(
  env: Values<typeof SERVER_VARIABLES>,
  given: { readonly name: string; readonly isEmbedded: boolean },
): ServerConfig {
  const production = env.NODE_ENV === 'production'
  const port = Number(env.PORT)
  return {
    port,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    workers: Number(env.WORKERS),
    services: new Set(SERVICES.filter((one) => env.SERVICES.split(',').includes(one))),
    production,
    demo: env.DEMO === undefined ? !production && given.isEmbedded : env.DEMO === 'large' || isOn(env.DEMO),
    demoIsLarge: env.DEMO === 'large',
    brandName: env.BRAND_NAME ?? given.name,
    deploysFunctions: isOn(env.FUNCTIONS_DEPLOY),
    console: env.CONSOLE === undefined ? !production : isOn(env.CONSOLE),
    logLevel: chosen(LOG_LEVELS, env.LOG_LEVEL),
    trustProxy: env.TRUST_PROXY ?? null,
    metrics: env.METRICS_PORT === undefined ? null : { port: Number(env.METRICS_PORT), host: env.METRICS_HOST },
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
          ratio: Number(env.OTEL_TRACES_SAMPLER_ARG),
          serviceName: env.OTEL_SERVICE_NAME,
        }
      : null,
    corsOrigins: env.CORS_ORIGINS?.split(',').map((origin) => origin.trim().toLowerCase()) ?? null,
  }
}

/** Checks beyond the pattern of ports. */
export function serverProblem(given: { readonly PORT?: string; readonly METRICS_PORT?: string }): string | null {
  const wrong = (['PORT', 'METRICS_PORT'] as const).find((name) => Number(given[name] ?? 0) > 65_535)
  return wrong ? `${wrong} must be ${SERVER_VARIABLES[wrong].expected}` : null
}
