/** The pages of /admin, one path each. */
export const ADMIN_TABS = [
  'queue',
  'disputes',
  'inbox',
  'people',
  'ads',
  'figures',
  'branding',
  'categories',
  'prohibited',
  'rules',
  'limits',
  'webhooks',
  'audit',
] as const
export type AdminTab = (typeof ADMIN_TABS)[number]

/** Fields that a URL may prefill in a new ad. */
export const PREFILLED_FIELDS = ['type', 'title', 'description', 'price'] as const
export type PrefilledField = (typeof PREFILLED_FIELDS)[number]

/** All paths of the marketplace: the web app links with these, and the server answers 404 for all others. */
export const paths = {
  home: '/',
  /** Destination after sign-in and sign-up. The same page as `/`. */
  signedInHome: '/home',
  auth: '/auth',
  /** The OAuth server's consent page; without a request it redirects to the connected apps. */
  oauthConsent: '/oauth/consent',
  categories: '/categories',
  post: '/post',
  editPost: (listingId: string) => `/post?edit=${encodeURIComponent(listingId)}`,
  /** A new ad with the text and photos of one of the user's older ads. */
  copyPost: (listingId: string) => `/post?copy=${encodeURIComponent(listingId)}`,
  /** A new ad with a prefilled form; the user still reviews and publishes it. */
  prefilledPost: (known: Partial<Record<PrefilledField, string>>) => `/post?${new URLSearchParams(known)}`,
  /** Imports many ads from a CSV file. */
  importAds: '/post?import',
  browse: '/browse',
  search: (query: string) => `/browse?q=${encodeURIComponent(query)}`,
  category: (slug: string) => `/browse?category=${encodeURIComponent(slug)}`,
  listing: (id: string) => `/listing/${id}`,
  seller: (id: string) => `/seller/${id}`,
  dashboard: '/dashboard',
  saved: '/dashboard?tab=saved',
  offers: '/dashboard?tab=offers',
  balance: '/dashboard?tab=balance',
  order: (id: string) => `/order/${id}`,
  /** The page of an ad, a seller or a conversation, with the dialog that reports it open. */
  reportOn: (page: string) => `${page}#report`,
  /** A page of results, with the dialog that saves the search open. */
  savingOf: (results: string) => `${results}#save`,
  reportProblem: (orderId: string) => `/order/${orderId}/problem`,
  checkout: '/checkout',
  /** Checkout for ads of one seller: `ad` once per ad, followed by `count` for more than one unit. */
  buy: (...listingIds: readonly string[]) => `/checkout?${adsIn(listingIds)}`,
  /** Several items of one seller, before the checkout. */
  bundle: '/bundle',
  bundleOf: (...listingIds: readonly string[]) => `/bundle?${adsIn(listingIds)}`,
  /** Pays an unpaid order, in its own document, the only one that may load a provider's form. */
  pay: (orderId: string) => `/pay/${orderId}`,
  deal: (id: string) => `/dashboard?tab=offers&deal=${encodeURIComponent(id)}`,
  reviews: '/dashboard?tab=reviews',
  searches: '/dashboard?tab=searches',
  notifications: '/dashboard?tab=notifications',
  notificationSettings: '/dashboard?tab=alerts',
  messages: '/messages',
  conversation: (id: string) => `/messages?c=${encodeURIComponent(id)}`,
  /** The user's reports, and the decisions about the user. */
  myReports: '/dashboard?tab=reports',
  /** For moderators and administrators. */
  admin: '/admin',
  adminTab: (tab: AdminTab | ':tab') => `/admin/${tab}`,
  /** Unsubscribes from some kind of email without signing in: the token says who and which. */
  unsubscribePage: '/unsubscribe',
  unsubscribe: (token: string) => `/unsubscribe?token=${encodeURIComponent(token)}`,
  help: '/help',
  helpSafety: '/help/safety',
  helpAccount: '/help/account',
  helpPosting: '/help/posting',
  /** One article of the help. */
  helpArticle: (id: string) => `/help/${id}`,
  terms: '/terms',
  privacy: '/privacy',
  cookies: '/cookies',
  /** Figures about reports, decisions and appeals. */
  transparency: '/transparency',
  contact: '/contact',
  /** The user's tickets and the answers. */
  myTickets: '/contact?tickets',
  ticket: (id: string) => `/contact?ticket=${encodeURIComponent(id)}`,
} as const

function adsIn(listingIds: readonly string[]): string {
  return listingIds.map((id) => `ad=${encodeURIComponent(id)}`).join('&')
}

const FIXED_PATHS = new Set(
  Object.values(paths).filter(
    (path): path is Extract<(typeof paths)[keyof typeof paths], string> =>
      typeof path === 'string' && !path.includes('?'),
  ),
) as ReadonlySet<string>

const ADMIN_PATHS: ReadonlySet<string> = new Set(ADMIN_TABS.map(paths.adminTab))

const ID_PATH = /^\/(?:(?:listing|seller|help|pay)\/[^/]+|order\/[^/]+(?:\/problem)?)$/

/** Whether the web app has a page at this path (no query string). Used by the server to choose between 200 and 404. */
export function isKnownPath(path: string): boolean {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  return FIXED_PATHS.has(plain) || ADMIN_PATHS.has(plain) || ID_PATH.test(plain)
}
