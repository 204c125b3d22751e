import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from 'souk-backend'
import { checkBackup, restore } from 'souk-backend/backup'

/**
 * `npm run restore -- --from FOLDER [--check]`: restores a backup into the empty data folder DATA_DIR (and, for a dump, the empty database
 * DATABASE_URL); with `--check` it only verifies the backup.
 */
const { values } = parseArgs({ options: { from: { type: 'string' }, check: { type: 'boolean' } } })
try {
  if (!values.from) throw new Error('Missing folder: npm run restore -- --from FOLDER')
  const folder = resolve(process.env.INIT_CWD ?? '.', values.from)
  const config = loadConfig(process.env)
  if (values.check) {
    const { files, startedAt } = await checkBackup(folder)
    console.log(`The backup of ${startedAt} is whole: ${files.length} files.`)
  } else {
    const { manifest, migrations } = await restore(config, folder)
    console.log(
      `Restored the backup of ${manifest.startedAt} into ${config.dataDir}; its database knows ${migrations} migrations.`,
    )
    if (manifest.objects === 's3') console.log('Stored files are not part of it: the S3 store must have them.')
    console.log('Start the server: npm start')
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
