import { ChevronRight, PenLine } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatTimeAgo } from '../../ui/format.ts'
import { useDrafts } from './queries.ts'

const SHOWN = 2

/** The user's other drafts, collapsed so that the empty form is usable immediately. */
export function Drafts({ userId, except }: { userId: string; except: string }) {
  const { data } = useDrafts(userId)
  const drafts = data?.filter(({ id }) => id !== except) ?? []
  const [isLong, setIsLong] = useState(false)
  // Ignore failures: the dashboard lists drafts as well.
  if (drafts.length === 0) return null
  return (
    <section aria-label={t('post.unfinishedAds')} className="rounded-panel border border-line bg-surface px-4 py-1">
      <ul className="divide-y divide-line">
        {drafts.slice(0, isLong ? undefined : SHOWN).map(({ id, title, updated_at }) => (
          <li key={id}>
            <Link to={paths.editPost(id)} className="flex min-h-12 items-center gap-3">
              <PenLine aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 truncate">{title || t('post.draft.untitled')}</span>
              <span className="type-small shrink-0 text-ink-3">{formatTimeAgo(updated_at)}</span>
              <ChevronRight aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
      {isLong || drafts.length <= SHOWN ? null : (
        <Button variant="ghost" size="s" className="-ms-3.5" onClick={() => setIsLong(true)}>
          {t('post.allDrafts', { count: drafts.length })}
        </Button>
      )}
    </section>
  )
}
