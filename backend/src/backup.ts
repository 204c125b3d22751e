/** The whole installation into a folder and back. */
export { backUp } from './backup/back-up.ts'
export { checkBackup, restore } from './backup/restore.ts'
