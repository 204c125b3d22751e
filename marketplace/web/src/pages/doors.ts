import { type PartCatalogues, speakAlso } from '../i18n/speak-also.ts'

/** Pages whose words are in a catalogue of their own: the catalogue is there before the page is evaluated. */
export const openAdmin = () => opened(ADMIN, () => import('./AdminPage.tsx'))

const ADMIN: PartCatalogues = {
  pt: () => import('../i18n/catalogues/admin/pt.json'),
  es: () => import('../i18n/catalogues/admin/es.json'),
  de: () => import('../i18n/catalogues/admin/de.json'),
  fr: () => import('../i18n/catalogues/admin/fr.json'),
}

async function opened<Page>(words: PartCatalogues, load: () => Promise<Page>): Promise<Page> {
  await speakAlso(words)
  return load()
}
