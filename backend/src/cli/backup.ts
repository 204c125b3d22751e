import { resolve } from 'node:path'
import { backUp, checkBackup, restore as restoreBackup } from '../backup.ts'
import { StartupError } from '../startup-error.ts'
import { type Command, print, readArgs } from './command.ts'
import { folderConfig } from './folder.ts'

export const backup: Command = {
  summary: 'backs up the whole installation into a folder, also while it runs',
  help: 'souk-backend backup --to FOLDER [--json]',
  async run(args) {
    const { to, json } = readArgs(args, { options: { to: { type: 'string' }, json: { type: 'boolean' } } }).values
    if (to === undefined) throw new StartupError('Say where: souk-backend backup --to FOLDER')
    const folder = resolve(to)
    await backUp(await folderConfig(), folder)
    print(json, { folder }, `Backed up into ${folder}`)
  },
}

export const restore: Command = {
  summary: 'restores a backup into an empty data folder',
  help: 'souk-backend restore --from FOLDER [--check] [--json]\n\n  --check   only reads the backup, and names what is damaged',
  async run(args) {
    const { from, check, json } = readArgs(args, {
      options: { from: { type: 'string' }, check: { type: 'boolean' }, json: { type: 'boolean' } },
    }).values
    if (from === undefined) throw new StartupError('Say where: souk-backend restore --from FOLDER')
    const folder = resolve(from)
    if (check) await checkBackup(folder)
    else await restoreBackup(await folderConfig(), folder)
    print(json, { folder, restored: !check }, check ? `${folder} is complete.` : `Restored from ${folder}`)
  },
}
