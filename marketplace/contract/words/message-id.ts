/**
 * All message ids by area, the first part of the id: one file per locale and area (contract/locales/<locale>/<area>.json). The English
 * files define the list.
 */
interface MessageAreas {
  admin: keyof typeof import('../locales/en/admin.json')
  ads: keyof typeof import('../locales/en/ads.json')
  analytics: keyof typeof import('../locales/en/analytics.json')
  app: keyof typeof import('../locales/en/app.json')
  assistant: keyof typeof import('../locales/en/assistant.json')
  auth: keyof typeof import('../locales/en/auth.json')
  balance: keyof typeof import('../locales/en/balance.json')
  browse: keyof typeof import('../locales/en/browse.json')
  buying: keyof typeof import('../locales/en/buying.json')
  common: keyof typeof import('../locales/en/common.json')
  contact: keyof typeof import('../locales/en/contact.json')
  dashboard: keyof typeof import('../locales/en/dashboard.json')
  documents: keyof typeof import('../locales/en/documents.json')
  emails: keyof typeof import('../locales/en/emails.json')
  help: keyof typeof import('../locales/en/help.json')
  home: keyof typeof import('../locales/en/home.json')
  import: keyof typeof import('../locales/en/import.json')
  legal: keyof typeof import('../locales/en/legal.json')
  listing: keyof typeof import('../locales/en/listing.json')
  messages: keyof typeof import('../locales/en/messages.json')
  notices: keyof typeof import('../locales/en/notices.json')
  offers: keyof typeof import('../locales/en/offers.json')
  orders: keyof typeof import('../locales/en/orders.json')
  post: keyof typeof import('../locales/en/post.json')
  refusals: keyof typeof import('../locales/en/refusals.json')
  reports: keyof typeof import('../locales/en/reports.json')
  saved: keyof typeof import('../locales/en/saved.json')
  searches: keyof typeof import('../locales/en/searches.json')
  security: keyof typeof import('../locales/en/security.json')
  seller: keyof typeof import('../locales/en/seller.json')
  shell: keyof typeof import('../locales/en/shell.json')
  support: keyof typeof import('../locales/en/support.json')
  transparency: keyof typeof import('../locales/en/transparency.json')
  trust: keyof typeof import('../locales/en/trust.json')
}

export type MessageArea = keyof MessageAreas
export type MessageId = MessageAreas[MessageArea]
