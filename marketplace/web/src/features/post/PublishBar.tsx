import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { STEPS } from './steps.ts'

interface PublishBarProps {
  done: number
  isDraft: boolean
  isGuest: boolean
  isWorking: boolean
  onPreview: () => void
  onPublish: () => void
}

/** Always in reach: how far one is, a look at the result, and the one act that makes it public. */
export function PublishBar({ done, isDraft, isGuest, isWorking, onPreview, onPublish }: PublishBarProps) {
  return (
    <div className="sticky bottom-0 z-10 mt-auto bg-surface pb-[env(safe-area-inset-bottom)]">
      <div
        role="progressbar"
        aria-label={t('Steps done')}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={STEPS.length}
        className="h-[3px] bg-line"
      >
        <div className="h-full bg-brand transition-[width]" style={{ width: `${(done / STEPS.length) * 100}%` }} />
      </div>
      <div className="mx-auto flex max-w-[1144px] items-center justify-between gap-3 px-4 py-3.5">
        <p className="type-small hidden text-ink-2 md:block">
          {t('{done} of {count} steps done.', { done, count: STEPS.length })}{' '}
          {isGuest
            ? t('You sign in last; what you enter stays here.')
            : isDraft
              ? t('Nothing is public until you publish.')
              : t('Buyers see your changes when you save them.')}
        </p>
        <div className="flex flex-1 gap-3 md:flex-none">
          <Button variant="secondary" size="lg" className="max-md:px-5" onClick={onPreview}>
            {t('Preview')}
          </Button>
          <Button
            size="lg"
            className="min-w-0 flex-1 shrink! leading-5 whitespace-normal! md:flex-none"
            loading={isWorking}
            loadingLabel={isDraft ? t('Publishing') : t('Saving')}
            onClick={onPublish}
          >
            {isGuest ? t('Sign in and publish') : isDraft ? t('Publish ad') : t('Save changes')}
          </Button>
        </div>
      </div>
    </div>
  )
}
