import type { ReactNode } from 'react'
import { RULES_ARTICLE } from '../../../contract/public-rules.ts'
import { ArticleLinks } from '../features/help/ArticleLinks.tsx'
import { ArticleText } from '../features/help/ArticleText.tsx'
import { type Article, useArticles } from '../features/help/articles.ts'
import { HelpTrail } from '../features/help/HelpTrail.tsx'
import { ProhibitedItems } from '../features/help/ProhibitedItems.tsx'
import { AskAssistant } from '../features/help/StillStuck.tsx'
import { SuspicionChecker } from '../features/help/SuspicionChecker.tsx'
import { WasHelpful } from '../features/help/WasHelpful.tsx'
import { t } from '../i18n/t.ts'
import { useParams } from '../lib/router.tsx'
import { formatLongDate } from '../ui/format-dates.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { LazyNotFound } from './LazyNotFound.tsx'

/** Tools shown below some articles. */
const TOOLS: Readonly<Record<string, () => ReactNode>> = {
  'five-scams': SuspicionChecker,
  [RULES_ARTICLE]: ProhibitedItems,
}

/** A help article: one question, with the short answer first. */
export function HelpArticlePage() {
  const { id } = useParams()
  const article = useArticles().all.find((known) => known.id === id)
  return article ? <ArticlePage key={article.id} article={article} /> : <LazyNotFound />
}

function ArticlePage({ article }: { article: Article }) {
  usePageTitle(article.question)
  const articles = useArticles()
  const Tool = TOOLS[article.id]
  return (
    <main className="container-reading pt-6 md:pt-10">
      <HelpTrail topic={article.topic} />
      <div className="grid items-start gap-x-24 gap-y-10 lg:grid-cols-[minmax(0,660px)_minmax(0,1fr)]">
        <article>
          <h1 id={article.id} className="type-display mt-2 text-balance [--display-size:44px]">
            {article.question}
          </h1>
          <p className="type-small mt-3 mb-6 text-ink-3">
            {t('help.updated', { date: formatLongDate(`${article.updated}T12:00:00Z`) })}
          </p>
          <ArticleText article={article} />
          {Tool ? (
            <div className="mt-8">
              <Tool />
            </div>
          ) : null}
          <WasHelpful articleId={article.id} />
        </article>
        <aside aria-labelledby="related" className="lg:mt-8 print:hidden">
          <h2 id="related" className="type-h3">
            {t('help.related')}
          </h2>
          <ArticleLinks articles={article.related.map((id) => articles.one(id))} className="mt-1 mb-6" />
          <AskAssistant quiet />
        </aside>
      </div>
    </main>
  )
}
