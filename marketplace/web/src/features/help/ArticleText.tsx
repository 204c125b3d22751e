import { Link } from 'react-router'
import { t } from '../../i18n/t.ts'
import { formatDate } from '../../ui/format.ts'
import type { Article } from './articles.ts'
import { WasHelpful } from './WasHelpful.tsx'

/** Paragraphs and points of an answer, and the way to where one does it. */
export function ArticleText({ article }: { article: Article }) {
  return (
    <div className="grid max-w-[66ch] gap-3 text-ink-2">
      {article.answer.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {article.points ? (
        <ul className="grid list-disc gap-1.5 ps-5">
          {article.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      ) : null}
      {article.action ? (
        <p>
          <Link
            to={article.action.path}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-2 lg:min-h-9"
          >
            {article.action.label}
          </Link>
        </p>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <WasHelpful articleId={article.id} question={article.question} />
        <p className="type-small text-ink-3">
          {t('help.updated', { date: formatDate(`${article.updated}T12:00:00Z`, new Date(0)) })}
        </p>
      </div>
    </div>
  )
}
