import { GitCompareArrows, History } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatTimeAgo } from '../../ui/format.ts'
import type { OwnListing } from './listing-form.ts'

const CONFLICT_ID = 'post-conflict'

/** Scrolls to the conflict notice. */
export function goToConflict(): void {
  const notice = document.getElementById(CONFLICT_ID)
  notice?.scrollIntoView({ block: 'center' })
  notice?.focus({ preventScroll: true })
}

interface ConflictNoticeProps {
  /** The stored ad; null when deleted. */
  now: OwnListing | null
  /** Set when the user pressed save. */
  takesFocus: boolean
  onTheirs: () => void
  onMine: (now: OwnListing) => void
  onNew: () => void
}

/** The ad was changed in another tab or device: the user chooses a version before anything is overwritten. */
export function ConflictNotice({ now, takesFocus, onTheirs, onMine, onNew }: ConflictNoticeProps) {
  if (!now) {
    return (
      <Notice
        id={CONFLICT_ID}
        icon={<GitCompareArrows />}
        title={t('post.conflict.deleted')}
        line={t('post.conflict.stillHere')}
        takesFocus={takesFocus}
      >
        <Button size="s" onClick={onNew}>
          {t('post.conflict.makeNew')}
        </Button>
      </Notice>
    )
  }
  return (
    <Notice
      id={CONFLICT_ID}
      icon={<GitCompareArrows />}
      takesFocus={takesFocus}
      title={t('post.conflict.changedElsewhere')}
      line={t('post.conflict.whichStays', {
        title: now.title || t('post.withoutATitle'),
        when: formatTimeAgo(now.updated_at),
      })}
    >
      <Button size="s" onClick={onTheirs}>
        {t('post.conflict.openOther')}
      </Button>
      <Button size="s" variant="secondary" onClick={() => onMine(now)}>
        {t('post.keepThisOne')}
      </Button>
    </Notice>
  )
}

/** Unsaved input was restored. */
export function BackNotice({ isDraft, onDiscard }: { isDraft: boolean; onDiscard: () => void }) {
  const [title, line, action] = isDraft
    ? [t('post.conflict.adIsBack'), t('post.conflict.keptInBrowser'), t('post.conflict.startNew')]
    : [t('post.conflict.changesBack'), t('post.conflict.changesHint'), t('post.discardThem')]
  return (
    <Notice icon={<History />} title={title} line={line} isCalm={isDraft}>
      <Button size="s" variant="secondary" onClick={onDiscard}>
        {action}
      </Button>
    </Notice>
  )
}

interface NoticeProps {
  id?: string
  icon: ReactNode
  title: string
  line: string
  takesFocus?: boolean
  isCalm?: boolean
  children: ReactNode
}

function Notice({ id, icon, title, line, takesFocus = false, isCalm, children }: NoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) notice.current?.focus()
  }, [takesFocus])
  return (
    <div
      ref={notice}
      id={id}
      role={isCalm ? 'status' : 'alert'}
      tabIndex={-1}
      className={cx(
        'flex gap-3 rounded-panel p-4 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0',
        isCalm ? 'bg-brand-soft text-brand-ink' : 'bg-saffron-soft text-saffron-ink',
      )}
    >
      {icon}
      <div className="min-w-0">
        <p className="text-[14px]/5 font-semibold">{title}</p>
        <p className="mt-0.5 text-[14px]/5 break-words">{line}</p>
        <div className="mt-3 flex flex-wrap gap-2 text-ink">{children}</div>
      </div>
    </div>
  )
}
