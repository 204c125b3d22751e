import { CircleAlert } from 'lucide-react'
import { type MouseEvent, type Ref, useId } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { fieldId, problemCount } from './problems.ts'
import type { Problem } from './rules.ts'

interface ErrorSummaryProps {
  problems: readonly Problem[]
  /** Refusal of the last attempt. */
  refusal: string | null
  isDraft: boolean
  ref: Ref<HTMLDivElement>
}

/** Problems that prevent publishing, with links to their fields. Takes the focus when it appears. */
export function ErrorSummary({ problems, refusal, isDraft, ref }: ErrorSummaryProps) {
  const titleId = useId()
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      aria-labelledby={titleId}
      className="rounded-panel border border-danger bg-surface p-5"
    >
      <h2 id={titleId} className="flex items-center gap-2 font-semibold text-danger-ink">
        <CircleAlert aria-hidden="true" strokeWidth={1.75} className="size-5" />
        {problems.length > 0
          ? problemCount(problems.length)
          : isDraft
            ? t('post.notPublicYet')
            : t('post.changesNotSaved')}
      </h2>
      {refusal ? <Refusal text={refusal} /> : null}
      <ul className="mt-1.5 grid gap-1">
        {problems.map(({ path, message }) => (
          <li key={path.join('.')}>
            <a
              href={`#${fieldId(path)}`}
              className="inline-flex min-h-8 items-center underline"
              onClick={goTo(fieldId(path))}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Links the page of prohibited items where the text names it. */
function Refusal({ text }: { text: string }) {
  const [before, after] = text.split(paths.helpPosting)
  if (after === undefined) return <p className="mt-1.5">{text}</p>
  return (
    <p className="mt-1.5">
      {before}
      <Link to={paths.helpArticle('not-allowed')} className="underline">
        {paths.helpPosting}
      </Link>
      {after}
    </p>
  )
}

// A URL hash would add a history entry and not focus the control.
function goTo(id: string) {
  return (event: MouseEvent) => {
    event.preventDefault()
    const control = document.getElementById(id)
    control?.scrollIntoView({ block: 'center' })
    control?.focus({ preventScroll: true })
  }
}
