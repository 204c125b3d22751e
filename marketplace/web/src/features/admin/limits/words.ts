import { t } from '../../../i18n/t.ts'
import type { Limit } from './api.ts'

export const ACT_NAME: Readonly<Record<string, string>> = {
  conversation: t('New conversations'),
  publish: t('Ads published'),
  edit: t('Changes of ads on offer'),
  report: t('Reports'),
  photo: t('Photos'),
}

const SCOPE_NAME: Readonly<Record<Limit['scope'], string>> = {
  account: t('an account'),
  device: t('a device'),
  network: t('a network'),
}

/** From which step of the ladder on a limit holds. */
export const LEVEL_NAME: readonly string[] = [t('New here'), t('Confirmed'), t('Trusted'), t('Checked')]

/** PostgreSQL's interval in words: "01:00:00" is "1 hour". */
export function spanText(span: string): string {
  const hours = /^(\d+):00:00$/.exec(span)
  if (hours) return t('{count, plural, one {# hour} other {# hours}}', { count: Number(hours[1]) })
  const days = /^(\d+) days?$/.exec(span)
  return days ? t('{count, plural, one {# day} other {# days}}', { count: Number(days[1]) }) : span
}

/** "Trusted, in 1 day, of an account". */
export function limitText({ level, span, scope }: Pick<Limit, 'level' | 'span' | 'scope'>): string {
  return t('{level}, in {span}, of {scope}', {
    level: LEVEL_NAME[level] ?? String(level),
    span: spanText(span),
    scope: SCOPE_NAME[scope],
  })
}
