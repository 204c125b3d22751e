import { MessageCircleQuestionMark } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../../i18n/t.ts'
import { supportDoor } from '../../lib/support-door.ts'
import { cx } from '../../ui/cx.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import { useHasRoom } from './use-has-room.ts'

const ChatCard = lazy(async () => ({ default: (await import('./ChatCard.tsx')).ChatCard }))

interface SupportChatProps {
  /** What is at the bottom of a phone's window: the button stays above it. */
  above: 'nothing' | 'tabs' | 'bar'
  /** On phones the page has a button of its own. */
  hiddenOnPhones: boolean
}

/** The words and the icon in the corner of a wide window, over nothing but empty ground. */
const PILL = 'md:end-6 md:flex md:h-12 md:w-auto md:gap-2.5 md:rounded-full md:px-5'
/** Beside the page: a circle where its gutter holds one, else a tab of the gutter's own width. */
const BESIDE =
  'md:end-0 md:h-11 md:w-6 md:rounded-s-full md:rounded-e-none min-[90rem]:end-1 min-[90rem]:w-11 min-[90rem]:rounded-full'
/** The words of the button in the gutter, to the pointer and the focus; screen readers have them always. */
const TIP =
  'md:pointer-events-none md:absolute md:end-full md:me-2 md:whitespace-nowrap md:rounded-badge md:bg-ink md:px-2.5 md:py-1.5 md:opacity-0 md:shadow-2 md:transition-opacity md:group-hover:opacity-100 md:group-focus-visible:opacity-100'

/** The button "Need Help?" on every page, and the card that it opens. A page with its own button in `data-docks-help` hides it. */
export function SupportChat({ above, hiddenOnPhones }: SupportChatProps) {
  const isOpen = useSyncExternalStore(supportDoor.subscribe, supportDoor.isOpen, () => false)
  const button = useRef<HTMLButtonElement>(null)
  const hasRoom = useHasRoom(button)
  useForgetOnSignOut()
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => supportDoor.open(event.currentTarget)}
        className={cx(
          'group fixed end-4 z-30 grid size-13 place-items-center rounded-full bg-ink text-paper shadow-2 focus-halo print:hidden md:bottom-6',
          hasRoom ? PILL : BESIDE,
          above === 'tabs' && 'max-md:bottom-[calc(80px+env(safe-area-inset-bottom))]',
          above === 'bar' && 'max-md:bottom-[calc(92px+env(safe-area-inset-bottom))]',
          above === 'nothing' && 'max-md:bottom-[calc(16px+env(safe-area-inset-bottom))]',
          hiddenOnPhones && 'max-md:hidden',
          'max-md:[body:has([data-docks-help=phones])_&]:hidden [body:has([data-docks-help=always])_&]:hidden',
          isOpen && 'invisible',
        )}
      >
        <MessageCircleQuestionMark
          aria-hidden="true"
          strokeWidth={1.75}
          className={cx('size-6 md:size-5', !hasRoom && 'md:max-[90rem]:size-4')}
        />
        <span className={cx('type-small font-semibold max-md:sr-only', !hasRoom && TIP)}>{t('app.needHelp')}</span>
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
