import { CircleAlert } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { t } from '../i18n/t.ts'

export interface FormProblem {
  /** Id of the control with the problem; omitted for a problem of the whole form. */
  fieldId?: string
  message: string
}

interface ErrorSummaryProps {
  problems: readonly FormProblem[]
  /** Increases with every failed submission: the summary then takes the focus, so that it is read out. */
  attempt: number
}

const NUMBERS = [
  t('common.no'),
  t('common.one'),
  t('common.two'),
  t('common.three'),
  t('common.four'),
  t('common.five'),
  t('common.six'),
  t('common.seven'),
  t('common.eight'),
  t('common.nine'),
] as const

/** All problems of a form, at its top, with a link to each field. */
export function ErrorSummary({ problems, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef(0)
  useEffect(() => {
    // The problems may arrive one render after the attempt, so this runs on every render until the box exists.
    if (attempt <= focused.current || !box.current) return
    focused.current = attempt
    box.current.focus()
  })
  if (problems.length === 0) return null
  // A server error about the whole form cannot be fixed in a field.
  const general = problems.every((problem) => !problem.fieldId)
  const count = NUMBERS[problems.length] ?? problems.length
  return (
    <div ref={box} tabIndex={-1} role="alert" className="rounded-panel border border-danger bg-surface px-4 py-3.5">
      <p className="flex gap-2 font-semibold text-danger-ink">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} />
        {general
          ? problems.map((problem) => problem.message).join(' ')
          : t('common.thingsToFix', {
              number: problems.length,
              count,
            })}
      </p>
      {general ? null : <ProblemList problems={problems} />}
    </div>
  )
}

function ProblemList({ problems }: { problems: readonly FormProblem[] }) {
  return (
    <ul className="mt-1 ps-7">
      {problems.map((problem) => (
        <li key={problem.message}>
          {problem.fieldId ? (
            <a
              href={`#${problem.fieldId}`}
              onClick={focusField}
              className="inline-flex min-h-8 items-center underline underline-offset-2"
            >
              {problem.message}
            </a>
          ) : (
            <span className="inline-flex min-h-8 items-center">{problem.message}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Focuses the field without adding a history entry. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const field = document.getElementById(event.currentTarget.hash.slice(1))
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
