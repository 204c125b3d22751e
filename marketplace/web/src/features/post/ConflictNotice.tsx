import { GitCompareArrows, History } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatTimeAgo } from '../../ui/format.ts'
import type { OwnListing } from './types.ts'

const CONFLICT_ID = 'post-conflict'

/** To the two versions, from wherever in the form one is. */
export function goToConflict(): void {
  const notice = document.getElementById(CONFLICT_ID)
  notice?.scrollIntoView({ block: 'center' })
  notice?.focus({ preventScroll: true })
}

interface ConflictNoticeProps {
  /** The ad as it is on the server; null when it is gone. */
  now: OwnListing | null
  /** Somebody has just pressed save and waits for an answer. */
  takesFocus: boolean
  onTheirs: () => void
  onMine: (now: OwnListing) => void
  onNew: () => void
}

/** The ad was changed in another tab or on another device: nothing is overwritten before somebody has chosen. */
export function ConflictNotice({ now, takesFocus, onTheirs, onMine, onNew }: ConflictNoticeProps) {
  if (!now) {
    return (
      <Notice
        id={CONFLICT_ID}
        icon={<GitCompareArrows />}
        title={t('This ad was deleted meanwhile')}
        line={t('What you entered is still here.')}
        takesFocus={takesFocus}
      >
        <Button size="s" onClick={onNew}>
          {t('Make a new ad of it')}
        </Button>
      </Notice>
    )
  }
  return (
    <Notice
      id={CONFLICT_ID}
      icon={<GitCompareArrows />}
      takesFocus={takesFocus}
      title={t('This ad was changed in another tab or on another device')}
      line={t('There it is “{title}”, saved {when}. Nothing was overwritten: which one stays?', {
        title: now.title || t('without a title'),
        when: formatTimeAgo(now.updated_at),
      })}
    >
      <Button size="s" onClick={onTheirs}>
        {t('Open the other version')}
      </Button>
      <Button size="s" variant="secondary" onClick={() => onMine(now)}>
        {t('Keep this one')}
      </Button>
    </Notice>
  )
}

/** What was entered here earlier and never saved is in the form again. */
export function BackNotice({ isDraft, onDiscard }: { isDraft: boolean; onDiscard: () => void }) {
  const [title, line, act] = isDraft
    ? [t('Your unfinished ad is back'), t('It was kept in this browser, photos included.'), t('Start a new one')]
    : [
        t('Your unsaved changes are back'),
        t('You made them in this browser earlier. Buyers still see the ad as it was.'),
        t('Discard them'),
      ]
  return (
    <Notice icon={<History />} title={title} line={line} isCalm={isDraft}>
      <Button size="s" variant="secondary" onClick={onDiscard}>
        {act}
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
  /** Good news. */
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
        'mb-8 flex gap-3 rounded-panel p-4 md:ms-13 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0',
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
