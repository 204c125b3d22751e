import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'

const OFFERS = config.payments === 'off' ? t('common.offersAndDeals') : t('common.ordersAndOffers')

export const TAB_LABEL = {
  overview: t('dashboard.overview'),
  notifications: t('app.notifications'),
  listings: t('common.myAds'),
  offers: OFFERS,
  balance: t('dashboard.balance'),
  saved: t('common.savedAds'),
  searches: t('common.searches'),
  settings: t('shell.account'),
  profile: t('dashboard.profile'),
  alerts: t('app.notifications'),
  security: t('dashboard.security'),
  reports: t('common.reports'),
} as const
export type Tab = keyof typeof TAB_LABEL

/** Sections and their tabs; unlisted tabs belong to the overview. */
export const SECTIONS = {
  overview: { label: t('dashboard.overview'), pages: [] },
  listings: { label: t('common.myAds'), pages: [] },
  offers: { label: OFFERS, pages: [] },
  balance: { label: t('dashboard.balance'), pages: [] },
  saved: { label: t('shell.saved'), pages: ['saved', 'searches'] },
  settings: { label: t('common.settings'), pages: ['settings', 'profile', 'alerts', 'security'] },
} as const satisfies Partial<Record<Tab, { label: string; pages: readonly Tab[] }>>
export type Section = keyof typeof SECTIONS

/** Subpages, and the tab that stays selected. */
const BEHIND: Partial<Record<Tab, Tab>> = { reports: 'settings' }

/** Former tabs and their new paths. */
export const MOVED: Readonly<Record<string, (userId: string) => string>> = {
  reviews: (userId) => `${paths.seller(userId)}#reviews`,
}

export function tabOf(text: string | null): Tab {
  const isKnown = text !== null && Object.hasOwn(TAB_LABEL, text) && (text !== 'balance' || config.payments !== 'off')
  return isKnown ? (text as Tab) : 'overview'
}

/** The balance is shown only if ads can be paid for here. */
export const ALL_SECTIONS = (Object.keys(SECTIONS) as Section[]) // from the table above
  .filter((section) => section !== 'balance' || config.payments !== 'off')

/** The selected tab while a subpage is shown. */
export function pageOf(tab: Tab): Tab {
  return BEHIND[tab] ?? tab
}

export function sectionOf(shown: Tab): Section {
  const tab = pageOf(shown)
  return ALL_SECTIONS.find((one) => one === tab || SECTIONS[one].pages.some((page) => page === tab)) ?? 'overview'
}

export function tabPath(tab: Tab): string {
  return tab === 'overview' ? paths.dashboard : `${paths.dashboard}?tab=${tab}`
}
