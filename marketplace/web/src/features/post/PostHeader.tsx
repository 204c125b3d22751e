import { CircleAlert, CloudCheck, CloudOff, CloudUpload, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { Link } from '../../lib/router.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { goToConflict } from './ConflictNotice.tsx'
import type { SaveStatus } from './use-autosave.ts'

interface PostHeaderProps {
  title: string
  status: SaveStatus
  isDraft: boolean
  isLeaving: boolean
  onLeave: () => void
  children: ReactNode
}

/** Header of the form: title, save status, close button. */
export function PostHeader({ title, status, isDraft, isLeaving, onLeave, children }: PostHeaderProps) {
  return (
    <header className="sticky top-(--banner) z-20 border-b border-line bg-paper">
      <div className="mx-auto flex h-16 max-w-[1104px] items-center gap-2 px-4 md:h-[75px] md:gap-5">
        <div className="hidden md:block">
          <HomeLogo />
        </div>
        <p className="text-[17px] font-semibold whitespace-nowrap max-md:order-1 md:border-s md:border-line md:ps-6 md:text-[15px]">
          {title}
        </p>
        <div className="ms-auto flex min-w-0 items-center gap-2 max-md:order-2 md:gap-5">
          <SaveText status={status} isDraft={isDraft} />
          {children}
        </div>
        <IconButton
          label={isDraft ? t('post.saveAndExit') : t('post.exit')}
          aria-busy={isLeaving || undefined}
          className="max-md:-ms-2 md:-me-2"
          onClick={onLeave}
        >
          <X aria-hidden="true" strokeWidth={1.75} className="size-6" />
        </IconButton>
      </div>
    </header>
  )
}

export function HomeLogo() {
  return (
    <Link to={paths.home} className="flex" aria-label={t('shell.brandHome', { brand: config.brandName })}>
      <Logo />
    </Link>
  )
}

function Saving() {
  return <Line icon={<CloudUpload strokeWidth={1.75} />} long={t('common.saving')} short={t('common.saving')} />
}

function SaveText({ status, isDraft }: { status: SaveStatus; isDraft: boolean }) {
  switch (status.is) {
    case 'clean':
      return null
    case 'changed':
      // A draft is saved by itself in a moment.
      return isDraft ? (
        <Saving />
      ) : (
        <Line icon={<CloudUpload strokeWidth={1.75} />} long={t('post.save.notPublic')} short={t('ads.notSaved')} />
      )
    case 'saving':
      return <Saving />
    case 'unanswered':
      return (
        <Line
          icon={<CloudOff strokeWidth={1.75} />}
          long={t('post.save.unanswered')}
          short={t('post.save.unansweredShort')}
          role="status"
        />
      )
    case 'saved':
      return (
        <Line
          icon={<CloudCheck strokeWidth={1.75} />}
          long={isDraft ? t('post.draftSaved') : t('post.saved')}
          short={t('post.saved')}
        />
      )
    case 'kept':
      return <Line icon={<CloudCheck strokeWidth={1.75} />} long={t('post.savedInBrowser')} short={t('post.saved')} />
    case 'conflict':
      return (
        <Line
          icon={<CircleAlert strokeWidth={1.75} />}
          long={t('post.save.changedElsewhere')}
          short={t('ads.notSaved')}
          isBad
          onClick={goToConflict}
        />
      )
    case 'offline':
      return (
        <Line
          icon={<CloudOff strokeWidth={1.75} />}
          long={t('post.save.offline')}
          short={t('post.save.offlineShort')}
          role="status"
        />
      )
    case 'failed':
      return (
        <Line
          icon={<CircleAlert strokeWidth={1.75} />}
          long={t('post.save.failed', { message: status.message })}
          short={t('ads.notSaved')}
          isBad
        />
      )
  }
}

interface LineProps {
  icon: ReactNode
  long: string
  short: string
  isBad?: boolean
  role?: 'status'
  onClick?: () => void
}

function Line({ icon, long, short, isBad, role, onClick }: LineProps) {
  const Tag = onClick ? 'button' : 'p'
  return (
    <Tag
      {...(onClick ? { type: 'button', onClick } : {})}
      role={role}
      className={cx(
        'type-small tnum flex min-w-0 items-center gap-2 [&>svg]:size-4.5 [&>svg]:shrink-0',
        isBad ? 'text-danger-ink' : 'text-ink-2',
        onClick && 'hit-44 underline underline-offset-2',
      )}
    >
      {icon}
      <span className="hidden md:inline">{long}</span>
      <span className="truncate max-[379px]:sr-only md:hidden">{short}</span>
    </Tag>
  )
}
