import { MessageCircleQuestionMark } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { supportDoor } from '../../lib/support-door.ts'
import { Button } from '../../ui/Button.tsx'

interface PublishBarProps {
  isDraft: boolean
  isGuest: boolean
  /** Nothing was entered yet; pressing shows what is missing. */
  isBlank: boolean
  isWorking: boolean
  /** Publishing continues after the uploads. */
  isWaitingForPhotos: boolean
  onPublish: () => void
}

/** Sticky bar with publish and help. */
export function PublishBar({ isDraft, isGuest, isBlank, isWorking, isWaitingForPhotos, onPublish }: PublishBarProps) {
  return (
    <div className="sticky bottom-0 z-10 mt-auto border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]">
      <div className="mx-auto flex max-w-[1104px] items-center gap-3 px-4 py-3.5 md:gap-5">
        <Button
          size="lg"
          className="min-w-0 flex-1 shrink! leading-5 whitespace-normal! max-md:order-1 md:min-w-50 md:flex-none"
          aria-disabled={isBlank || undefined}
          loading={isWorking || isWaitingForPhotos}
          loadingLabel={
            isWaitingForPhotos ? t('post.uploadingPhotos') : isDraft ? t('post.publishing') : t('common.saving')
          }
          onClick={onPublish}
        >
          {isGuest ? t('post.signInAndPublish') : isDraft ? t('post.publish') : t('post.saveChanges')}
        </Button>
        <p className="type-small hidden flex-1 text-ink-2 md:block">
          {isGuest ? t('post.signInLast') : isDraft ? t('post.editAnyTime') : t('post.changesVisibleOnSave')}
        </p>
        <Button
          variant="ghost"
          size="lg"
          className="px-3.5! md:px-4!"
          data-docks-help
          aria-haspopup="dialog"
          onClick={(event) => supportDoor.open(event.currentTarget)}
        >
          <MessageCircleQuestionMark aria-hidden="true" strokeWidth={1.75} className="size-6 md:size-5" />
          <span className="max-md:sr-only">{t('app.needHelp')}</span>
        </Button>
      </div>
    </div>
  )
}
