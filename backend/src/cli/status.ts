import type { Config } from '../config/config.ts'
import { makeDataDir } from '../database/data-dir.ts'
import { outsideAddress } from '../database/outside-address.ts'
import { openKeyring } from '../jwt/installation.ts'
import type { ApiKeys } from '../jwt/keyring.ts'
import { type LeftOutStatement, listLeftOut } from '../project/left-out.ts'
import { StartupError } from '../startup-error.ts'
import { withAddressInUse } from './address.ts'
import { type Command, readArgs } from './command.ts'
import { folderConfig } from './folder.ts'
import { serverOf } from './stop.ts'
import { onDatabase } from './target.ts'

const FORMATS = ['pretty', 'env', 'dotenv', 'json'] as const

export const status: Command = {
  summary: 'prints addresses and keys as text, variables or JSON',
  help: `souk-backend status [-o pretty|env|dotenv|json] [--override-name NAME=OTHER]

  -o, --output           env and dotenv print lines as API_URL="…"
  --json                 the same as -o json
  --override-name        another name for a variable: auth.anon_key=NEXT_PUBLIC_SUPABASE_ANON_KEY, or ANON_KEY=…

Text and JSON also list the statements of migrations and seeds that were left out, because the embedded PostgreSQL lacks an extension.
Exits with 1 if the server is not running, after printing the values.`,
  async run(args) {
    const { values } = readArgs(args, {
      options: {
        output: { type: 'string', short: 'o', default: 'pretty' },
        json: { type: 'boolean' },
        'override-name': { type: 'string', multiple: true, default: [] },
      },
    })
    const format = values.json ? 'json' : FORMATS.find((one) => one === values.output)
    if (!format) throw new StartupError(`--output must be one of ${FORMATS.join(', ')}.`)
    const config = await withAddressInUse(await folderConfig())
    await makeDataDir(config.dataDir)
    const facts = await factsOf(config, (await openKeyring(config)).apiKeys)
    const isRunning = (await serverOf(config.dataDir)) !== null
    const leftOut = isRunning ? await onDatabase(config, {}, listLeftOut) : []
    console.log(written(renamed(facts, values['override-name']), format, leftOut))
    if (!isRunning) {
      console.error('The server is not running.')
      process.exitCode = 1
    }
  },
}

type Facts = Readonly<Record<string, string>>

/** Addresses and keys, by the names that Supabase's CLI gives them. */
export async function factsOf(config: Config, keys: ApiKeys): Promise<Facts> {
  const { publicUrl, storage } = config
  const database = await outsideAddress(config)
  const mails = config.mailPort === null ? `${publicUrl}/dev/mail` : `http://127.0.0.1:${config.mailPort}`
  return {
    API_URL: publicUrl,
    ...(database === null ? {} : { DB_URL: database }),
    REST_URL: `${publicUrl}/rest/v1`,
    FUNCTIONS_URL: `${publicUrl}/functions/v1`,
    STORAGE_S3_URL: `${publicUrl}/storage/v1/s3`,
    ...(config.console ? { STUDIO_URL: `${publicUrl}/console` } : {}),
    ...(config.production ? {} : { INBUCKET_URL: mails, MAILPIT_URL: mails }),
    PUBLISHABLE_KEY: keys.publishableKey,
    SECRET_KEY: keys.secretKey,
    ANON_KEY: keys.anonKey,
    SERVICE_ROLE_KEY: keys.serviceRoleKey,
    ...(config.jwtSecret === null ? {} : { JWT_SECRET: config.jwtSecret }),
    ...(storage.s3Protocol === null
      ? {}
      : {
          S3_PROTOCOL_ACCESS_KEY_ID: storage.s3Protocol.accessKeyId,
          S3_PROTOCOL_ACCESS_KEY_SECRET: storage.s3Protocol.secretAccessKey,
          S3_PROTOCOL_REGION: 'local',
        }),
  }
}

/** `auth.anon_key=NAME`, as in Supabase's CLI, or `ANON_KEY=NAME`. */
function renamed(facts: Facts, overrides: readonly string[]): Facts {
  const names = new Map(
    overrides.map((one) => {
      const [name = '', other = ''] = one.split('=')
      return [(OVERRIDES[name] ?? name).toUpperCase(), other] as const
    }),
  )
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [names.get(name) || name, value]))
}

const OVERRIDES: Readonly<Record<string, string>> = {
  'api.url': 'API_URL',
  'api.rest_url': 'REST_URL',
  'api.functions_url': 'FUNCTIONS_URL',
  'api.storage_s3_url': 'STORAGE_S3_URL',
  'db.url': 'DB_URL',
  'studio.url': 'STUDIO_URL',
  'inbucket.url': 'INBUCKET_URL',
  'auth.publishable_key': 'PUBLISHABLE_KEY',
  'auth.secret_key': 'SECRET_KEY',
  'auth.anon_key': 'ANON_KEY',
  'auth.service_role_key': 'SERVICE_ROLE_KEY',
  'auth.jwt_secret': 'JWT_SECRET',
}

function written(facts: Facts, format: (typeof FORMATS)[number], leftOut: readonly LeftOutStatement[]): string {
  if (format === 'json') return JSON.stringify(leftOut.length === 0 ? facts : { ...facts, LEFT_OUT: leftOut }, null, 2)
  const entries = Object.entries(facts)
  if (format !== 'pretty') return entries.map(([name, value]) => `${name}="${value}"`).join('\n')
  const width = Math.max(...entries.map(([name]) => name.length))
  const lines = entries.map(([name, value]) => `${name.padStart(width)}  ${value}`)
  const rest = leftOut.map(
    ({ file, line, extension, statement }) => `${file}:${line}: ${extension}: ${headOf(statement)}`,
  )
  return [...lines, ...(rest.length === 0 ? [] : ['', 'Left out for want of an extension:', ...rest])].join('\n')
}

/** The beginning of a statement on one line. */
function headOf(statement: string): string {
  const line = statement.replace(/\s+/g, ' ')
  return line.length > 100 ? `${line.slice(0, 100)} …` : line
}

/** The summary that `start` prints once a project is ready. */
export async function announceProject(config: Config, keys: ApiKeys): Promise<void> {
  const { API_URL, DB_URL, MAILPIT_URL, PUBLISHABLE_KEY, SECRET_KEY, ANON_KEY, SERVICE_ROLE_KEY } = await factsOf(
    config,
    keys,
  )
  const lines = {
    'API URL': API_URL,
    Database: DB_URL,
    Mails: MAILPIT_URL,
    'Publishable key': PUBLISHABLE_KEY,
    'Secret key': SECRET_KEY,
    'anon key': ANON_KEY,
    'service_role key': SERVICE_ROLE_KEY,
  }
  for (const [name, value] of Object.entries(lines))
    if (value !== undefined) console.log(`${name.padStart(17)}  ${value}`)
}

const printLine = (value: unknown) => void process.stdout.write(`${JSON.stringify(value)}\n`)

/** The same as one line of JSON. */
export const announceAsJson: typeof announceProject = async (config, keys) =>
  printLine({ msg: 'ready', ...(await factsOf(config, keys)) })

/** Makes each line of the output JSON; those of the log are already. */
export function logAsJson(): void {
  console.log = (line: unknown) => printLine({ msg: String(line).trim() })
}
