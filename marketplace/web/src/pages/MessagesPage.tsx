import { MessageCircle } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { AboutPanel } from '../features/messages/AboutPanel.tsx'
import { ConversationList } from '../features/messages/ConversationList.tsx'
import { Thread } from '../features/messages/Thread.tsx'
import type { ThreadParts } from '../features/messages/thread-parts.ts'
import { ThreadCard } from '../features/offers/ThreadCard.tsx'
import { DealAside, DealStrip, OfferTool } from '../features/offers/ThreadTrade.tsx'
import { GuardedText } from '../features/trust/GuardedText.tsx'
import { HeldMessages } from '../features/trust/HeldMessages.tsx'
import { LockedNote } from '../features/trust/LockedNote.tsx'
import { ReportMessage } from '../features/trust/ReportMessage.tsx'
import { ThreadMenu } from '../features/trust/ThreadMenu.tsx'
import { t } from '../i18n/t.ts'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { usePageTitle } from '../ui/page-title.ts'

const PARTS: ThreadParts = {
  Card: ThreadCard,
  Strip: DealStrip,
  Tool: OfferTool,
  Words: ({ message, mine, bubble, ...context }) => (
    <GuardedText message={message} mine={mine} bubble={bubble} context={context} />
  ),
  Report: ({ message, ...context }) => (
    <ReportMessage message={message} context={context} label={t('Report this photo')} />
  ),
  Held: ({ bubble, ...context }) => <HeldMessages context={context} bubble={bubble} />,
  Menu: ({ children, ...context }) => <ThreadMenu context={context}>{children}</ThreadMenu>,
  Locked: ({ conversation, ...context }) => (
    <LockedNote
      context={context}
      state={conversation.state === 'closed' ? 'closed' : 'locked'}
      reason={conversation.lock_reason}
      adState={conversation.listing?.state ?? null}
    />
  ),
}

/** Conversations, the chosen one, and what is known of the other person: three columns, two, or one at a time on phones. */
export function MessagesPage() {
  usePageTitle(t('Messages'))
  const { user } = useAuth()
  const [search] = useSearchParams()
  const conversationId = search.get('c')
  if (!user) return null // RequireAuth stands around this page
  return (
    <main
      className={cx(
        'grid grid-cols-1 lg:h-[calc(100dvh-76px)] lg:grid-cols-[384px_1fr] xl:grid-cols-[384px_1fr_304px]',
        conversationId ? 'max-lg:fixed max-lg:inset-0 max-lg:z-20 max-lg:bg-paper' : '',
      )}
    >
      <div className={cx('min-h-0 border-line lg:border-e', conversationId && 'max-lg:hidden')}>
        <ConversationList myId={user.id} currentId={conversationId} />
      </div>
      {conversationId ? (
        <>
          <div className="min-h-0 min-w-0 max-lg:h-dvh">
            {/* The list with its heading is away on phones. */}
            <h1 className="sr-only lg:hidden">{t('Messages')}</h1>
            <Thread key={conversationId} conversationId={conversationId} myId={user.id} parts={PARTS} />
          </div>
          <div className="hidden min-h-0 xl:block">
            <AboutPanel
              conversationId={conversationId}
              myId={user.id}
              top={(otherName) => <DealAside conversationId={conversationId} myId={user.id} otherName={otherName} />}
            />
          </div>
        </>
      ) : (
        <div className="hidden place-content-center p-6 lg:grid xl:col-span-2">
          <EmptyState
            icon={<MessageCircle strokeWidth={1.75} />}
            title={t('Choose a conversation')}
            line={t('Messages appear here as they come in.')}
          />
        </div>
      )}
    </main>
  )
}
