import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'

export const TABS = [
  'overview',
  'listings',
  'offers',
  'saved',
  'searches',
  'reviews',
  'notifications',
  'reports',
  'profile',
  'security',
  'settings',
] as const
export type Tab = (typeof TABS)[number]

export const TAB_LABEL: Record<Tab, string> = {
  overview: t('Overview'),
  listings: t('Listings'),
  offers: t('Offers and deals'),
  saved: t('Saved'),
  searches: t('Searches'),
  reviews: t('Reviews'),
  notifications: t('Notifications'),
  reports: t('Reports'),
  profile: t('Profile'),
  security: t('Security'),
  settings: t('Settings'),
}

/** The tab that an address asks for; the overview for anything unknown. */
export function tabOf(text: string | null): Tab {
  return TABS.find((tab) => tab === text) ?? 'overview'
}

export function tabPath(tab: Tab): string {
  return tab === 'overview' ? paths.dashboard : `${paths.dashboard}?tab=${tab}`
}
