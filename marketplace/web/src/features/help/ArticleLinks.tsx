import { ChevronRight } from 'lucide-react'
import { paths } from '../../../../contract/paths.ts'
import { Link } from '../../lib/router.tsx'
import { cx } from '../../ui/cx.ts'
import type { Article } from './articles.ts'

interface ArticleLinksProps {
  articles: readonly Article[]
  /** Shows the short answer below each question. */
  withAnswers?: boolean
  className?: string
}

export function ArticleLinks({ articles, withAnswers = false, className }: ArticleLinksProps) {
  return (
    <ul className={cx('grid content-start', className)}>
      {articles.map(({ id, question, answer }) => (
        <li key={id} className="border-b border-line">
          <Link to={paths.helpArticle(id)} className="group flex min-h-14 items-center justify-between gap-4 py-3">
            <span>
              <span className="block font-medium group-hover:text-brand">{question}</span>
              {withAnswers ? <span className="type-small mt-0.5 block text-ink-2">{answer[0]}</span> : null}
            </span>
            <ChevronRight aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
