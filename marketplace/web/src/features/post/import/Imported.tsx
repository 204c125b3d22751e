import { CircleAlert } from 'lucide-react'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import type { ImportAnswer } from './api.ts'
import type { ImportRow } from './rows.ts'

interface ImportedProps {
  rows: readonly ImportRow[]
  answers: readonly ImportAnswer[]
  onAgain: () => void
}

/** The result of each row, with links. */
export function Imported({ rows, answers, onAgain }: ImportedProps) {
  const byKey = new Map(answers.map((answer) => [answer.key, answer]))
  const made = answers.filter((answer) => answer.created).length
  const known = answers.filter((answer) => answer.id !== null && !answer.created).length
  const withPhotos = rows.some((row) => row.photos.length > 0)
  const active = answers.filter((answer) => answer.state === 'active').length
  return (
    <>
      <p role="status" className="mt-2 text-ink-2">
        {made === 0 ? t('import.nothingMade') : t('import.adsMade', { made })}
        {active > 0 ? ` ${t('import.someActive', { active })}` : ''}
        {active === 0 && made > 0 ? ` ${withPhotos ? t('import.savedAsDrafts') : t('import.areDrafts')}` : ''}
        {known > 0 ? ` ${t('import.rowsKnown', { known })}` : ''}
      </p>
      <ul className="panel mt-4 max-h-[60dvh] overflow-auto">
        {rows.map((row) => {
          const answer = byKey.get(row.key)
          return (
            <li key={row.line} className="border-line border-t px-4 py-3 first:border-t-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {answer?.id ? (
                  <Link to={linkOf(answer, answer.id)} className="min-w-0 font-semibold underline underline-offset-2">
                    {row.form.title}
                  </Link>
                ) : (
                  <span className="min-w-0 font-semibold">{row.form.title}</span>
                )}
                <Badge tone={toneOf(answer)} className="ms-auto">
                  {wordOf(answer)}
                </Badge>
              </div>
              {answer?.problem ? (
                <p className="type-small mt-1 flex gap-1.5 text-danger-ink">
                  <CircleAlert aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-4 shrink-0" />
                  {answer.problem}
                </p>
              ) : null}
            </li>
          )
        })}
      </ul>
      <div className="mt-5 flex flex-wrap gap-2">
        <LinkButton to={`${paths.dashboard}?tab=listings`} size="lg">
          {t('import.goToAds')}
        </LinkButton>
        <Button variant="secondary" size="lg" onClick={onAgain}>
          {t('import.importAnotherFile')}
        </Button>
      </div>
    </>
  )
}

function linkOf(answer: ImportAnswer, id: string): string {
  return answer.state === 'draft' ? paths.editPost(id) : paths.listing(id)
}

function wordOf(answer: ImportAnswer | undefined): string {
  if (!answer?.id) return t('import.notMade')
  if (!answer.created) return t('import.wasThereAlready')
  return answer.state === 'active'
    ? t('common.onOffer')
    : answer.state === 'pending_review'
      ? t('common.inReview')
      : t('common.draft')
}

function toneOf(answer: ImportAnswer | undefined) {
  if (!answer?.id) return 'danger'
  return answer.state === 'active' ? 'success' : 'neutral'
}
