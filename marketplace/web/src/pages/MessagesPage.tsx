import { MessageCircle } from 'lucide-react'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { AboutPanel } from '../features/messages/AboutPanel.tsx'
import { ConversationList } from '../features/messages/ConversationList.tsx'
import { Thread } from '../features/messages/Thread.tsx'
import type { ThreadParts } from '../features/messages/thread-parts.ts'
import { useInbox } from '../features/messages/use-inbox.ts'
import { AdItems } from '../features/offers/AdItems.tsx'
import { useConversationDeals } from '../features/offers/queries.ts'
import { ThreadCard } from '../features/offers/ThreadCard.tsx'
import { DealAside, DealAtEnd, DealSteps, OfferTool } from '../features/offers/ThreadDeals.tsx'
import { useThreadOrder } from '../features/orders/ThreadOrder.tsx'
import { GuardedText } from '../features/trust/GuardedText.tsx'
import { HeldMessages } from '../features/trust/HeldMessages.tsx'
import { LockedNote } from '../features/trust/LockedNote.tsx'
import { ReportMessage } from '../features/trust/ReportMessage.tsx'
import { ThreadMenu } from '../features/trust/ThreadMenu.tsx'
import { t } from '../i18n/t.ts'
import { useSearchParams } from '../lib/router.tsx'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { OrderAside, OrderAtEnd, OrderStrip } from './messages/WithOrder.tsx'

const PARTS: ThreadParts = {
  Card: ThreadCard,
  Strip: (context) => (
    <OrderStrip {...context}>
      <DealSteps {...context} />
    </OrderStrip>
  ),
  End: (context) => (
    <OrderAtEnd {...context}>
      <DealAtEnd {...context} />
    </OrderAtEnd>
  ),
  Tool: OfferTool,
  Words: ({ message, mine, bubble, ...context }) => (
    <GuardedText message={message} mine={mine} bubble={bubble} context={context} />
  ),
  Report: ({ message, children, ...context }) => (
    <ReportMessage message={message} context={context}>
      {children}
    </ReportMessage>
  ),
  Held: ({ bubble, ...context }) => <HeldMessages context={context} bubble={bubble} />,
  Menu: ({ children, ...context }) => (
    <ThreadMenu context={context}>
      <AdItems {...context} />
      {children}
    </ThreadMenu>
  ),
  Locked: ({ conversation, ...context }) => (
    <LockedNote
      context={context}
      state={conversation.state === 'closed' ? 'closed' : 'locked'}
      reason={conversation.lock_reason}
      adState={conversation.listing?.state ?? null}
    />
  ),
}

/** The conversation and, on wide screens, the other person. Both wait for deal and order, which stand above the rest. */
function Chosen({ conversationId, myId }: { conversationId: string; myId: string }) {
  const deals = useConversationDeals(conversationId)
  const order = useThreadOrder(conversationId)
  const arePartsPending = deals.isPending || order.isPending
  return (
    <>
      <div className="min-h-0 min-w-0 max-lg:h-[calc(100dvh-var(--banner))]">
        {/* On phones the list and its heading are hidden. */}
        <h1 className="sr-only lg:hidden">{t('shell.messages')}</h1>
        <Thread conversationId={conversationId} myId={myId} parts={PARTS} arePartsPending={arePartsPending} />
      </div>
      <div className="hidden min-h-0 xl:block">
        {arePartsPending ? null : (
          <AboutPanel
            conversationId={conversationId}
            myId={myId}
            top={(otherName) => (
              <OrderAside conversationId={conversationId} myId={myId} otherName={otherName}>
                <DealAside conversationId={conversationId} myId={myId} otherName={otherName} />
              </OrderAside>
            )}
          />
        )}
      </div>
    </>
  )
}

/** Conversations, the selected one, and details about the other user: three columns, two, or one at a time on phones. */
export function MessagesPage() {
  usePageTitle(t('shell.messages'))
  const { user } = useAuth()
  const [search] = useSearchParams()
  const conversationId = search.get('c')
  const inbox = useInbox(user?.id ?? '', 'inbox')
  // The list shows its own empty state; a second one beside it would be redundant.
  const hasNone = inbox.data?.pages[0]?.length === 0
  if (!user) return null // RequireAuth wraps this page
  return (
    <TooltipProvider>
      <main
        className={cx(
          'grid grid-cols-1 lg:h-[calc(100dvh-77px-var(--banner))]',
          hasNone && !conversationId
            ? 'lg:mx-auto lg:max-w-xl'
            : 'lg:grid-cols-[384px_1fr] xl:grid-cols-[384px_1fr_304px]',
          conversationId
            ? 'max-lg:fixed max-lg:inset-x-0 max-lg:top-(--banner) max-lg:bottom-0 max-lg:z-20 max-lg:bg-paper'
            : '',
        )}
      >
        <div className={cx('min-h-0 border-line', !hasNone && 'lg:border-e', conversationId && 'max-lg:hidden')}>
          <ConversationList myId={user.id} currentId={conversationId} />
        </div>
        {conversationId ? (
          <Chosen key={conversationId} conversationId={conversationId} myId={user.id} />
        ) : hasNone ? null : (
          <div className="hidden place-content-center p-6 lg:grid xl:col-span-2">
            <EmptyState icon={<MessageCircle strokeWidth={1.75} />} title={t('messages.chooseAConversation')} />
          </div>
        )}
      </main>
    </TooltipProvider>
  )
}
