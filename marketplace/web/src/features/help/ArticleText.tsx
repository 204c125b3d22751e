import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import type { Article } from './articles.ts'

export function ArticleText({ article }: { article: Article }) {
  const [short, ...more] = article.answer
  const { points = [], inSteps, action } = article
  return (
    <div className="type-body-l grid gap-5">
      <section aria-labelledby="short-answer" className="rounded-panel bg-brand-soft p-5 md:p-6">
        <h2 id="short-answer" className="type-small font-semibold text-brand-ink">
          {t('help.shortAnswer')}
        </h2>
        <p className="mt-1 text-[19px]/7 font-semibold text-balance md:text-[21px]/[30px]">{short}</p>
      </section>
      {more.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {points.length > 0 ? <Points points={points} inSteps={inSteps === true} /> : null}
      {action ? (
        <p>
          <Link
            to={action.path}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-2"
          >
            {action.label}
          </Link>
        </p>
      ) : null}
    </div>
  )
}

function Points({ points, inSteps }: { points: readonly string[]; inSteps: boolean }) {
  if (!inSteps)
    return (
      <ul className="grid list-disc gap-2 ps-5 marker:text-ink-3">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    )
  return (
    <ol className="grid gap-2.5">
      {points.map((point, at) => (
        <li key={point} className="flex gap-3.5">
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-badge bg-sunken text-[13px] font-semibold tabular-nums"
          >
            {at + 1}
          </span>
          {point}
        </li>
      ))}
    </ol>
  )
}
