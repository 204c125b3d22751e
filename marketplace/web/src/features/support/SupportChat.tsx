import { MessageCircleQuestionMark } from 'lucide-react'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { supportDoor } from '../../app/support-door.ts'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { useAuth } from '../auth/AuthProvider.tsx'

const ChatCard = lazy(async () => ({ default: (await import('./ChatCard.tsx')).ChatCard }))

interface SupportChatProps {
  /** What is at the bottom of a phone's window: the button stays above it. A `wide-bar` is there on wide screens too. */
  above: 'nothing' | 'tabs' | 'bar' | 'wide-bar'
  /** On phones the page has a button of its own. */
  hiddenOnPhones: boolean
}

/** The button "Need Help?" on every page, and the card that it opens. */
export function SupportChat({ above, hiddenOnPhones }: SupportChatProps) {
  const isOpen = useSyncExternalStore(supportDoor.subscribe, supportDoor.isOpen, () => false)
  useForgetOnSignOut()
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => supportDoor.open(event.currentTarget)}
        className={cx(
          'fixed end-4 z-30 grid size-13 place-items-center rounded-full bg-ink text-paper shadow-2 transition-transform hover:-translate-y-0.5 focus-halo',
          'md:end-6 md:flex md:h-12 md:w-auto md:gap-2.5 md:px-5',
          above === 'tabs' && 'bottom-[calc(80px+env(safe-area-inset-bottom))]',
          above === 'bar' && 'bottom-[calc(92px+env(safe-area-inset-bottom))]',
          above === 'wide-bar' ? 'bottom-[calc(92px+env(safe-area-inset-bottom))] md:bottom-[98px]' : 'md:bottom-6',
          above === 'nothing' && 'bottom-[calc(16px+env(safe-area-inset-bottom))]',
          hiddenOnPhones && 'max-md:hidden',
          isOpen && 'invisible',
        )}
      >
        <MessageCircleQuestionMark aria-hidden="true" strokeWidth={1.75} className="size-6 md:size-5" />
        <span className="font-semibold max-md:sr-only">{t('Need Help?')}</span>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ChatCard />
        </Suspense>
      ) : null}
    </>
  )
}

/** What was asked is the asker's: it ends with the session. */
function useForgetOnSignOut(): void {
  const userId = useAuth().user?.id ?? null
  useEffect(() => {
    if (userId === null) return
    return () => {
      // It comes with the card. A chunk that cannot be had now was never loaded: there is nothing to forget.
      import('./the-conversation.ts').then(
        ({ conversation }) => conversation.forget(),
        () => undefined,
      )
    }
  }, [userId])
}
