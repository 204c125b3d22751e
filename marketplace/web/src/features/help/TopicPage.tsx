import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { Chapter } from '../../../../contract/help/article.ts'
import { paths } from '../../../../contract/paths.ts'
import type { MessageId } from '../../../../contract/words/message-id.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { ReadingPage, type ReadingSection } from '../../ui/ReadingPage.tsx'
import { ArticleText } from './ArticleText.tsx'
import { type HelpTopic, useArticles } from './articles.ts'

const CHAPTER_TITLES: Readonly<Record<Chapter, MessageId>> = {
  selling: /*i18n*/ 'help.chapter.selling',
  buying: /*i18n*/ 'help.chapter.buying',
}

interface TopicPageProps {
  topic: HelpTopic
  title: string
  intro: string
  /** Sections that are no answers of the help data, before them. */
  first?: readonly ReadingSection[]
  /** The same, after them. */
  more?: readonly ReadingSection[]
}

/** All answers of one topic on one page. */
export function TopicPage({ topic, title, intro, first = [], more = [] }: TopicPageProps) {
  const articles = useArticles()
  return (
    <ReadingPage
      title={title}
      intro={intro}
      before={
        <Link
          to={paths.help}
          className="mb-3 inline-flex min-h-11 items-center gap-1.5 font-semibold text-brand print:hidden"
        >
          <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-4" />
          {t('help.allHelp')}
        </Link>
      }
      sections={[
        ...first,
        ...articles.of(topic).map((article) => ({
          id: article.id,
          title: article.question,
          ...(article.chapter ? { chapter: t(CHAPTER_TITLES[article.chapter]) } : {}),
          body: <ArticleText article={article} />,
        })),
        ...more,
      ]}
      after={
        <p className="border-t border-line pt-5 text-ink-2">
          <Trans
            id="help.notFoundWriteToUs"
            components={{ 0: <Link to={paths.contact} className="font-semibold text-brand" /> }}
          />
        </p>
      }
    />
  )
}
