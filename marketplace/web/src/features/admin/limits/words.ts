import type { Limit } from './api.ts'

export const ACT_NAME: Readonly<Record<string, string>> = {
  conversation: 'New conversations',
  publish: 'Ads published',
  edit: 'Changes of ads on offer',
  report: 'Reports',
  photo: 'Photos',
}

const SCOPE_NAME: Readonly<Record<Limit['scope'], string>> = {
  account: 'an account',
  device: 'a device',
  network: 'a network',
}

/** From which step of the ladder on a limit holds. */
export const LEVEL_NAME: readonly string[] = ['New', 'Confirmed', 'Trusted', 'Checked']

/** PostgreSQL's interval in words: "1 day" and "01:00:00" are "a day" and "an hour". */
export function spanText(span: string): string {
  if (span === '1 day') return 'a day'
  if (span === '01:00:00') return 'an hour'
  const hours = /^(\d+):00:00$/.exec(span)
  return hours ? `${Number(hours[1])} hours` : span
}

/** "Trusted, in a day, of an account". */
export function limitText({ level, span, scope }: Pick<Limit, 'level' | 'span' | 'scope'>): string {
  return `${LEVEL_NAME[level] ?? level}, in ${spanText(span)}, of ${SCOPE_NAME[scope]}`
}
