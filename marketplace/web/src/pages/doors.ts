import { type PartCatalogues, speakAlso } from '../i18n/speak-also.ts'

/** Pages whose words are in a catalogue of their own: the catalogue is there before the page is evaluated. */
export const openAdmin = () => opened(ADMIN, () => import('./AdminPage.tsx'))
export const openTerms = () => opened(LEGAL, () => import('./TermsPage.tsx'))
export const openPrivacy = () => opened(LEGAL, () => import('./PrivacyPage.tsx'))
export const openCookies = () => opened(LEGAL, () => import('./CookiesPage.tsx'))

const ADMIN: PartCatalogues = {
  pt: () => import('../i18n/catalogues/admin/pt.json'),
  es: () => import('../i18n/catalogues/admin/es.json'),
  de: () => import('../i18n/catalogues/admin/de.json'),
  fr: () => import('../i18n/catalogues/admin/fr.json'),
}

const LEGAL: PartCatalogues = {
  pt: () => import('../i18n/catalogues/legal/pt.json'),
  es: () => import('../i18n/catalogues/legal/es.json'),
  de: () => import('../i18n/catalogues/legal/de.json'),
  fr: () => import('../i18n/catalogues/legal/fr.json'),
}

async function opened<Page>(words: PartCatalogues, load: () => Promise<Page>): Promise<Page> {
  await speakAlso(words)
  return load()
}
