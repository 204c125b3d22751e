import { t } from '../../../i18n/t.ts'
import type { Limit } from './api.ts'

export const ACTION_NAME: Readonly<Record<string, string>> = {
  conversation: t('admin.limits.newConversations'),
  publish: t('admin.limits.adsPublished'),
  edit: t('admin.limits.adChanges'),
  report: t('common.reports'),
  photo: t('common.photos'),
  message: t('shell.messages'),
  draft: t('admin.limits.drafts'),
  state: t('admin.limits.stateChanges'),
  profile: t('admin.limits.profileChanges'),
  favorite: t('common.savedAds'),
  follow: t('admin.limits.follows'),
  order: t('admin.limits.orders'),
  save_search: t('common.savedSearches'),
  push: t('admin.limits.pushSubscriptions'),
  block: t('common.blockedPeople'),
  vote: t('admin.limits.helpVotes'),
  view: t('admin.limits.countedViews'),
}

const SCOPE_NAME: Readonly<Record<Limit['scope'], string>> = {
  account: t('admin.limits.anAccount'),
  device: t('admin.limits.aDevice'),
  network: t('admin.limits.aNetwork'),
}

/** Names of trust levels. */
const LEVEL_NAME: readonly string[] = [
  t('admin.limits.newHere'),
  t('common.confirmed'),
  t('admin.limits.trusted'),
  t('admin.limits.checked'),
]

/** Formats a PostgreSQL interval: "01:00:00" is "1 hour". */
export function spanText(span: string): string {
  const hours = /^(\d+):00:00$/.exec(span)
  if (hours) return t('admin.limits.hours', { count: Number(hours[1]) })
  const minutes = /^00:(\d+):00$/.exec(span)
  if (minutes) return t('admin.limits.minutes', { count: Number(minutes[1]) })
  const days = /^(\d+) days?$/.exec(span)
  return days ? t('admin.days', { count: Number(days[1]) }) : span
}

/** "Trusted · 1 day · each account". */
export function limitText({ level, span, scope }: Pick<Limit, 'level' | 'span' | 'scope'>): string {
  return [LEVEL_NAME[level] ?? String(level), spanText(span), SCOPE_NAME[scope]].join(' · ')
}
