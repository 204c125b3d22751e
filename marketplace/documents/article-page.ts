import type { PageDocument } from 'souk-backend/pages'
import { SOURCE_LANGUAGE } from '../contract/languages.ts'
import { paths } from '../contract/paths.ts'
import { RULES_ARTICLE, readProhibitedRules } from '../contract/public-rules.ts'
import { inEveryLanguage, localeOf } from './page-languages.ts'
import type { PageQuestion } from './page-question.ts'
import { summary } from './wording.ts'

/** A help article. */
export async function articlePage({ site, url, reader, visitor }: PageQuestion, id: string): Promise<PageDocument> {
  const { brandName, publicUrl } = site
  const { language, t } = reader
  const { data, error } = await visitor.client
    .from('help_articles')
    .select('question,answer,language')
    .eq('id', id)
    .in('language', [language, SOURCE_LANGUAGE])
  if (error) throw error
  if (id === RULES_ARTICLE) {
    const rules = await readProhibitedRules(visitor.client)
    if (rules.error) throw rules.error
  }
  const article = data.find((row) => row.language === language) ?? data[0]
  if (!article) return { status: 404, title: `${t('common.notFound')} · ${brandName}`, robots: 'noindex' }
  const named = (text: string) => text.replaceAll('{brand}', brandName)
  const title = named(article.question)
  const description = summary(named((article.answer as string[])[0] ?? '')) // text of our own Markdown
  const addresses = inEveryLanguage(`${publicUrl}${paths.helpArticle(id)}`, url)
  const social = { title, description, type: 'article', url: addresses.canonical, site_name: brandName }
  return {
    status: 200,
    isRendered: true,
    ...(id === RULES_ARTICLE && { firstReads: visitor.answers }),
    title: `${title} · ${brandName}`,
    description,
    ...addresses,
    social: { ...social, ...localeOf(reader) },
  }
}
