import { resolve } from 'node:path'
import { backUp, checkBackup, restore as restoreBackup } from '../backup.ts'
import { StartupError } from '../startup-error.ts'
import { type Command, readArgs } from './command.ts'
import { folderConfig } from './folder.ts'

export const backup: Command = {
  summary: 'backs up the whole installation into a folder, also while it runs',
  help: 'souk-backend backup --to FOLDER',
  async run(args) {
    const { to } = readArgs(args, { options: { to: { type: 'string' } } }).values
    if (to === undefined) throw new StartupError('Say where: souk-backend backup --to FOLDER')
    await backUp(await folderConfig(), resolve(to))
  },
}

export const restore: Command = {
  summary: 'restores a backup into an empty data folder',
  help: 'souk-backend restore --from FOLDER [--check]\n\n  --check   only reads the backup, and names what is damaged',
  async run(args) {
    const { from, check } = readArgs(args, { options: { from: { type: 'string' }, check: { type: 'boolean' } } }).values
    if (from === undefined) throw new StartupError('Say where: souk-backend restore --from FOLDER')
    if (check) await checkBackup(resolve(from))
    else await restoreBackup(await folderConfig(), resolve(from))
  },
}
