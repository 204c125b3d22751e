import { MessageCircleQuestionMark } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../../i18n/t.ts'
import { supportDoor } from '../../lib/support-door.ts'
import { cx } from '../../ui/cx.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import { useHasRoom } from './use-has-room.ts'

const ChatCard = lazy(async () => ({ default: (await import('./ChatCard.tsx')).ChatCard }))

/** The words and the icon in the corner of the window, over nothing but empty ground. */
const PILL = 'end-6 flex h-12 gap-2.5 rounded-full px-5'
/** Beside the page: a circle where its gutter holds one, else a tab of the gutter's own width. */
const BESIDE = 'end-0 grid h-11 w-6 rounded-s-full min-[90rem]:end-1 min-[90rem]:w-11 min-[90rem]:rounded-full'
/** The words of the button in the gutter, to the pointer and the focus; screen readers have them always. */
const TIP =
  'pointer-events-none absolute end-full me-2 whitespace-nowrap rounded-badge bg-ink px-2.5 py-1.5 opacity-0 shadow-2 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100'

/**
 * The button "Need Help?" of wide windows, and the card that it opens. Phones have a button in the bar at the top
 * (ui/HelpButton.tsx); a page with its own in `data-docks-help` hides this one.
 */
export function SupportChat() {
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
          'group fixed bottom-6 z-30 place-items-center items-center bg-ink text-paper shadow-2 focus-halo max-md:hidden! print:hidden',
          hasRoom ? PILL : BESIDE,
          '[body:has([data-docks-help])_&]:hidden',
          isOpen && 'invisible',
        )}
      >
        <MessageCircleQuestionMark
          aria-hidden="true"
          strokeWidth={1.75}
          className={cx('size-5', !hasRoom && 'max-[90rem]:size-4')}
        />
        <span className={cx('type-small font-semibold', !hasRoom && TIP)}>{t('app.needHelp')}</span>
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
