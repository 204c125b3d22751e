import { Link } from 'react-router'
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
      {article.doIt ? (
        <p>
          <Link
            to={article.doIt.path}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-2 lg:min-h-9"
          >
            {article.doIt.label}
          </Link>
        </p>
      ) : null}
      <WasHelpful articleId={article.id} question={article.question} />
    </div>
  )
}
