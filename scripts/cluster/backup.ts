import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { BUCKET, type Objects, STORE_KEY } from './objects.ts'
import { PROGRAMS } from './parts.ts'
import { freePorts, type Place } from './places.ts'
import { Program, postgresUser, until } from './process.ts'

/** Two Debian programs: pgBackRest for the database, rclone for the files. Both encrypt on this machine. */
export const BACKUP_PROGRAMS = ['pgbackrest', 'rclone'] as const

const STANZA = 'souk'
const BACKUPS = 'backups'

export interface Backups {
  readonly store: Program
  /** PostgreSQL settings for archiving its log. */
  readonly parameters: Readonly<Record<string, string>>
  /** Prepares the archive; PostgreSQL must be running. */
  begin(folder: string, port: number, socketFolder: string): Promise<void>
  backUpDatabase(): Promise<void>
  /** Copies new files; nothing is ever deleted or changed, since stored files are immutable. */
  copyFiles(from: Objects): Promise<void>
  restoreDatabase(folder: string, until: Date): Promise<void>
  restoreFiles(to: Objects): Promise<void>
  /** Total size of the backup store in bytes. */
  size(): number
}

/** A second S3 store, like one at another site; pgBackRest requires TLS. */
export async function openBackups(place: Place): Promise<Backups> {
  const [port = 0] = await freePorts(1)
  const folder = await place.make('backup-store')
  const [certificate, key] = [`${place.folder}/backup.crt`, `${place.folder}/backup.key`]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate]
  execFileSync('openssl', [...make, ...subject], { stdio: 'ignore' })
  execFileSync('chmod', ['0644', certificate])
  const store = new Program({
    name: 'backup-store',
    command: PROGRAMS.versitygw,
    args: ['--port', `127.0.0.1:${port}`, '--quiet', '--cert', certificate, '--key', key, 'posix', folder],
    env: { ROOT_ACCESS_KEY: STORE_KEY.accessKeyId, ROOT_SECRET_KEY: STORE_KEY.secretAccessKey },
    logFile: place.logFile('backup-store'),
  }).start()
  await until('the store of backups has a bucket', () => makeBucket(port, certificate))
  const logs = await place.make('pgbackrest-logs', true)
  const lock = await place.make('pgbackrest-lock', true)
  const config = (pg: string) => `[global]
repo1-type=s3
repo1-path=/database
repo1-s3-bucket=${BACKUPS}
repo1-s3-endpoint=localhost
repo1-storage-host=localhost
repo1-storage-port=${port}
repo1-storage-ca-file=${certificate}
repo1-s3-uri-style=path
repo1-s3-region=us-east-1
repo1-s3-key=${STORE_KEY.accessKeyId}
repo1-s3-key-secret=${STORE_KEY.secretAccessKey}
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=${cipherPass}
repo1-retention-full=2
compress-type=lz4
process-max=2
start-fast=y
archive-timeout=60
log-path=${logs}
lock-path=${lock}
log-level-console=warn
[${STANZA}]
${pg}
`
  const cipherPass = randomBytes(48).toString('base64url')
  const file = `${place.folder}/pgbackrest.conf`
  await place.write('pgbackrest.conf', config('pg1-path=/nonexistent'), true)
  const run = async (...args: readonly string[]) => {
    await promisify(execFile)('pgbackrest', [`--config=${file}`, `--stanza=${STANZA}`, ...args], {
      cwd: '/',
      ...(postgresUser() ?? {}),
    })
  }
  const rcloneFile = await place.write('rclone.conf', '')
  const rclone = async (from: string, to: string) => {
    // Only copies new names: existing files are complete.
    const args = ['copy', from, to, '--config', rcloneFile, '--ca-cert', certificate, '--ignore-existing']
    // pgBackRest refuses two certificate bundles.
    const { AWS_CA_BUNDLE: _, ...env } = process.env
    await promisify(execFile)('rclone', args, { env })
  }
  const remotes = (files: Objects) =>
    place.write(
      'rclone.conf',
      `${remote('files', `http://127.0.0.1:${files.port}`)}${remote('away', `https://localhost:${port}`)}
[sealed]
type = crypt
remote = away:${BACKUPS}/files
password = ${obscured}
`,
    )
  const obscured = execFileSync('rclone', ['obscure', randomBytes(32).toString('base64url')], {
    encoding: 'utf8',
  }).trim()
  return {
    store,
    parameters: {
      archive_mode: 'on',
      archive_command: `pgbackrest --config=${file} --stanza=${STANZA} archive-push %p`,
      // Bounds the log lost with a machine, apart from the replica's copy.
      archive_timeout: '30s',
    },
    async begin(pgFolder, pgPort, socketFolder) {
      const pg = `pg1-path=${pgFolder}\npg1-port=${pgPort}\npg1-socket-path=${socketFolder}\npg1-user=postgres`
      await place.write('pgbackrest.conf', config(pg), true)
      await run('stanza-create')
    },
    backUpDatabase: () => run('backup', '--type=full'),
    async copyFiles(from) {
      await remotes(from)
      await rclone(`files:${BUCKET}/objects`, 'sealed:objects')
    },
    async restoreDatabase(target, moment) {
      const time = moment.toISOString().replace('T', ' ').replace('Z', '+00')
      await run('restore', `--pg1-path=${target}`, '--type=time', `--target=${time}`, '--target-action=promote')
    },
    async restoreFiles(to) {
      await remotes(to)
      await rclone('sealed:objects', `files:${BUCKET}/objects`)
    },
    size: () => Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0]),
  }
}

function remote(name: string, endpoint: string): string {
  return `[${name}]
type = s3
provider = Other
endpoint = ${endpoint}
access_key_id = ${STORE_KEY.accessKeyId}
secret_access_key = ${STORE_KEY.secretAccessKey}
region = us-east-1
`
}

async function makeBucket(port: number, certificate: string): Promise<boolean> {
  const client = new S3Client({
    endpoint: `https://localhost:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: STORE_KEY,
    requestHandler: { httpsAgent: { ca: execFileSync('cat', [certificate]) } },
  })
  try {
    await client.send(new CreateBucketCommand({ Bucket: BACKUPS }))
    return true
  } finally {
    client.destroy()
  }
}
