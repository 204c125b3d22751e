import type { PageDocument } from 'souk-backend/pages'
import { paths } from '../contract/paths.ts'
import { readTransparency } from '../contract/public-transparency.ts'
import { inEveryLanguage, localeOf } from './page-languages.ts'
import type { PageQuestion } from './page-question.ts'

/** Reports and decisions, month by month. */
export async function transparencyPage({ site, url, reader, visitor }: PageQuestion): Promise<PageDocument> {
  const { brandName, publicUrl } = site
  const { t } = reader
  const { error } = await readTransparency(visitor.client)
  if (error) throw error
  const addresses = inEveryLanguage(`${publicUrl}${paths.transparency}`, url)
  const title = t('shell.transparency')
  const description = t('documents.transparency.description', {
    brand: brandName,
  })
  return {
    status: 200,
    title: `${title} · ${brandName}`,
    description,
    ...addresses,
    social: {
      title,
      description,
      type: 'website',
      url: addresses.canonical,
      site_name: brandName,
      ...localeOf(reader),
    },
    firstReads: visitor.answers,
    isRendered: true,
  }
}
