import { CreateBucketCommand, PutBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3'
import { PROGRAMS } from './parts.ts'
import { freePorts, type Place } from './places.ts'
import { Program, until } from './process.ts'

export const STORE_KEY = { accessKeyId: 'souk', secretAccessKey: 'quiet-lantern' } as const
export const BUCKET = 'souk'

export interface Objects {
  readonly program: Program
  readonly port: number
  readonly folder: string
}

/** versitygw over a folder, with versioning, so that a restore finds files deleted since. */
export async function startObjects(place: Place): Promise<Objects> {
  const [port = 0] = await freePorts(1)
  const folder = await place.make('objects')
  const versions = await place.make('object-versions')
  const { accessKeyId, secretAccessKey } = STORE_KEY
  const program = new Program({
    name: 'versitygw',
    command: PROGRAMS.versitygw,
    args: ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--versioning-dir', versions, folder],
    env: { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
    logFile: place.logFile('versitygw'),
  }).start()
  const client = openStore(port)
  await until('the store has a bucket', async () => {
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
    return true
  })
  await client.send(new PutBucketVersioningCommand({ Bucket: BUCKET, VersioningConfiguration: { Status: 'Enabled' } }))
  client.destroy()
  return { program, port, folder }
}

export function openStore(port: number): S3Client {
  const endpoint = `http://127.0.0.1:${port}`
  return new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: STORE_KEY })
}
