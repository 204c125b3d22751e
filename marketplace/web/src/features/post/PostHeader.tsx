import { CircleAlert, CloudCheck, CloudOff, CloudUpload, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { goToConflict } from './ConflictNotice.tsx'
import { STEPS, type StepName } from './steps.ts'
import type { SaveStatus } from './use-autosave.ts'

interface PostHeaderProps {
  title: string
  status: SaveStatus
  isDraft: boolean
  marks: Record<StepName, 'done' | 'current' | 'open'>
  isLeaving: boolean
  onLeave: () => void
}

/** The form's own header: where one is, whether it is safe, and the way out. */
export function PostHeader({ title, status, isDraft, marks, isLeaving, onLeave }: PostHeaderProps) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper">
      <div className="container-page flex h-16 items-center gap-3 md:h-[75px]">
        <IconButton label={isDraft ? t('Save and exit') : t('Exit')} className="-ms-2 md:hidden" onClick={onLeave}>
          <X aria-hidden="true" strokeWidth={1.75} className="size-6" />
        </IconButton>
        <div className="hidden md:block">
          <HomeLogo />
        </div>
        <p className="text-[17px] font-semibold md:ms-3 md:border-s md:border-line md:ps-6 md:text-[15px]">{title}</p>
        <div className="ms-auto flex items-center gap-6">
          <SaveText status={status} isDraft={isDraft} />
          <div className="hidden md:block">
            <Button variant="ghost" loading={isLeaving} loadingLabel={t('Saving')} onClick={onLeave}>
              {isDraft ? t('Save and exit') : t('Exit')}
            </Button>
          </div>
        </div>
      </div>
      <div aria-hidden="true" className="flex gap-1.5 px-4 pb-3 md:hidden">
        {STEPS.map((step) => (
          <span
            key={step}
            className={cx(
              'h-1 flex-1 rounded-full',
              marks[step] === 'done' ? 'bg-brand' : marks[step] === 'current' ? 'bg-saffron' : 'bg-line',
            )}
          />
        ))}
      </div>
    </header>
  )
}

/** The way home, where the form brings its own header. */
export function HomeLogo() {
  return (
    <Link to={paths.home} className="flex">
      <Logo />
      <span className="sr-only">{t(', to the home page')}</span>
    </Link>
  )
}

function SaveText({ status, isDraft }: { status: SaveStatus; isDraft: boolean }) {
  const now = useSeconds(status.is === 'saved')
  switch (status.is) {
    case 'clean':
      return null
    case 'changed':
      return isDraft ? (
        <Line icon={<CloudUpload strokeWidth={1.75} />} long={t('Not saved yet')} short={t('Not saved')} />
      ) : (
        <Line icon={<CloudUpload strokeWidth={1.75} />} long={t('Changes are not public yet')} short={t('Not saved')} />
      )
    case 'saving':
      return <Line icon={<CloudUpload strokeWidth={1.75} />} long={t('Saving')} short={t('Saving')} />
    case 'saved':
      return (
        <Line
          icon={<CloudCheck strokeWidth={1.75} />}
          long={`${isDraft ? t('Draft saved') : t('Saved')} ${ago(status.at, now)}`}
          short={t('Saved')}
        />
      )
    case 'kept':
      return <Line icon={<CloudCheck strokeWidth={1.75} />} long={t('Saved in this browser')} short={t('Saved here')} />
    case 'conflict':
      return (
        <Line
          icon={<CircleAlert strokeWidth={1.75} />}
          long={t('Not saved: changed elsewhere')}
          short={t('Not saved')}
          isBad
          onClick={goToConflict}
        />
      )
    case 'offline':
      return (
        <Line
          icon={<CloudOff strokeWidth={1.75} />}
          long={t('You are offline. Saved in this browser.')}
          short={t('Offline, kept here')}
        />
      )
    case 'failed':
      return (
        <Line
          icon={<CircleAlert strokeWidth={1.75} />}
          long={t('Not saved. {message}', { message: status.message })}
          short={t('Not saved')}
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
  /** Leads to what can be done about it. */
  onClick?: () => void
}

function Line({ icon, long, short, isBad, onClick }: LineProps) {
  const Tag = onClick ? 'button' : 'p'
  return (
    <Tag
      {...(onClick ? { type: 'button', onClick } : {})}
      className={cx(
        'type-small tnum flex items-center gap-2 [&>svg]:size-4.5 [&>svg]:shrink-0',
        isBad ? 'text-danger-ink' : 'text-ink-2',
        onClick && 'hit-44 underline underline-offset-2',
      )}
    >
      {icon}
      <span className="hidden md:inline">{long}</span>
      <span className="md:hidden">{short}</span>
    </Tag>
  )
}

function ago(at: Date, now: number): string {
  const seconds = Math.max(0, Math.round((now - at.getTime()) / 1000))
  if (seconds < 2) return t('just now')
  if (seconds < 60) return t('{seconds} seconds ago', { seconds })
  const minutes = Math.floor(seconds / 60)
  return minutes === 1 ? t('1 minute ago') : t('{minutes} minutes ago', { minutes })
}

function useSeconds(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 2000)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}
