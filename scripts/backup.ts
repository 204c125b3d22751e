import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from 'souk-backend'
import { backUp } from 'souk-backend/backup'

/**
 * `npm run backup -- --to FOLDER [--dump]`: backs this installation up, running or stopped. The environment must be the server's (DATA_DIR,
 * DATABASE_URL, S3_ENDPOINT). docs/backup.md describes the content.
 */
const { values } = parseArgs({ options: { to: { type: 'string' }, dump: { type: 'boolean' } } })
try {
  if (!values.to) throw new Error('Missing folder: npm run backup -- --to FOLDER')
  // npm runs this in the project's folder; paths are relative to the user's.
  const folder = resolve(process.env.INIT_CWD ?? '.', values.to)
  const { files, objects } = await backUp(loadConfig(process.env), folder, values.dump)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  console.log(`Backed up into ${folder}: ${files.length} files, ${(bytes / 1024 / 1024).toFixed(1)} MiB.`)
  console.log('It holds the secrets of the installation: keep it where only you can read it.')
  if (objects === 's3') console.log('Stored files live in the S3 store and are not in it: back that bucket up as well.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
