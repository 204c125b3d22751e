/** Backup and restore of a whole installation. */
export { backUp } from './backup/back-up.ts'
export { checkBackup, restore } from './backup/restore.ts'
