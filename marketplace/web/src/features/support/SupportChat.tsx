import { MessageCircleQuestionMark } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../../i18n/t.ts'
import { supportDoor } from '../../lib/support-door.ts'
import { cx } from '../../ui/cx.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import { useHasRoom } from './use-has-room.ts'

const ChatCard = lazy(async () => ({ default: (await import('./ChatCard.tsx')).ChatCard }))

/** With text, where it covers nothing. */
const PILL = 'end-6 flex h-12 gap-2.5 rounded-full px-5'
/** Beside the page: a circle if the gutter is wide enough, otherwise a tab. */
const BESIDE = 'end-0 grid h-11 w-6 rounded-s-full min-[90rem]:end-1 min-[90rem]:w-11 min-[90rem]:rounded-full'
/** Tooltip of the button in the gutter. */
const TIP =
  'pointer-events-none absolute end-full me-2 whitespace-nowrap rounded-badge bg-ink px-2.5 py-1.5 opacity-0 shadow-2 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100'

/** The help button on wide screens and its card. Phones use ui/HelpButton.tsx; `data-docks-help` hides it on pages with their own. */
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

/** Clears the conversation on sign-out. */
function useForgetOnSignOut(): void {
  const userId = useAuth().user?.id ?? null
  useEffect(() => {
    if (userId === null) return
    return () => {
      // If it never loaded, there is nothing to clear.
      import('./the-conversation.ts').then(
        ({ conversation }) => conversation.forget(),
        () => undefined,
      )
    }
  }, [userId])
}
