import type { Chapter, HelpTopic } from '../../../contract/help/article.ts'
import { paths } from '../../../contract/paths.ts'
import type { MessageId } from '../../../contract/words/message-id.ts'
import { ArticleLinks } from '../features/help/ArticleLinks.tsx'
import { useArticles } from '../features/help/articles.ts'
import { HelpTrail } from '../features/help/HelpTrail.tsx'
import { StillStuck } from '../features/help/StillStuck.tsx'
import { TOPIC_TITLES } from '../features/help/topic-titles.ts'
import { t } from '../i18n/t.ts'
import { Navigate, useLocation } from '../lib/router.tsx'
import { usePageTitle } from '../ui/page-title.ts'

const CHAPTER_TITLES: Readonly<Record<Chapter, MessageId>> = {
  selling: /*i18n*/ 'help.chapter.selling',
  buying: /*i18n*/ 'help.chapter.buying',
}

/** Old anchors, from when these pages showed whole articles, and the articles that replace them. */
const MOVED: Readonly<Record<string, string>> = { check: 'five-scams', 'not-offered': 'not-allowed' }

/** The questions of one topic. */
export function HelpTopicPage() {
  const { pathname, hash } = useLocation()
  const articles = useArticles()
  const topic = topicAt(pathname)
  usePageTitle(t(TOPIC_TITLES[topic]))
  const part = hash.slice(1)
  const article = articles.all.find(({ id }) => id === (MOVED[part] ?? part))
  if (article) return <Navigate to={paths.helpArticle(article.id)} replace />
  const chapters = Map.groupBy(articles.of(topic), ({ chapter }) => chapter)
  return (
    <main className="container-reading pt-6">
      <HelpTrail />
      <h1 className="type-display mt-2">{t(TOPIC_TITLES[topic])}</h1>
      <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {[...chapters].map(([chapter, ofChapter]) =>
          chapter ? (
            <section key={chapter} aria-labelledby={chapter}>
              <h2 id={chapter} className="type-h2 mb-2">
                {t(CHAPTER_TITLES[chapter])}
              </h2>
              <ArticleLinks articles={ofChapter} />
            </section>
          ) : (
            <ArticleLinks key="all" articles={ofChapter} className="gap-x-12 lg:col-span-2 lg:grid-cols-2" />
          ),
        )}
      </div>
      <StillStuck className="mt-8" />
    </main>
  )
}

function topicAt(pathname: string): HelpTopic {
  const topics = Object.keys(TOPIC_TITLES) as HelpTopic[] // keys of a record by topic
  return topics.find((topic) => pathname.startsWith(paths.helpArticle(topic))) ?? 'safety'
}
