import { paths } from '../../../../contract/paths.ts'

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
  overview: 'Overview',
  listings: 'Listings',
  offers: 'Offers and deals',
  saved: 'Saved',
  searches: 'Searches',
  reviews: 'Reviews',
  notifications: 'Notifications',
  reports: 'Reports',
  profile: 'Profile',
  security: 'Security',
  settings: 'Settings',
}

/** The tab that an address asks for; the overview for anything unknown. */
export function tabOf(text: string | null): Tab {
  return TABS.find((tab) => tab === text) ?? 'overview'
}

export function tabPath(tab: Tab): string {
  return tab === 'overview' ? paths.dashboard : `${paths.dashboard}?tab=${tab}`
}
