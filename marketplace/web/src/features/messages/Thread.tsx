import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { awayUntil } from '../../lib/away.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { firstNameOf } from '../../lib/person-names.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { ArchiveItem } from './ArchiveItem.tsx'
import { markRead } from './api.ts'
import { Composer } from './Composer.tsx'
import { MessageLog } from './MessageLog.tsx'
import { outbox, useWaiting } from './my-outbox.ts'
import { quickWords } from './quick-words.ts'
import { ListingStrip, ThreadHeader } from './ThreadHeader.tsx'
import type { ThreadContext, ThreadParts } from './thread-parts.ts'
import { type Conversation, dealOf, type Message, otherPerson, unreadOf } from './types.ts'
import { useOnline } from './use-online.ts'
import { noteRead, useConversation, useThread } from './use-thread.ts'
import { useThreadLive } from './use-thread-live.ts'

const READ_AGAIN_MS = 5000

interface ThreadProps {
  conversationId: string
  myId: string
  parts: ThreadParts
  /** True while the data of the parts around the messages is loading. */
  arePartsPending: boolean
}

/** One conversation: header, ad, messages, composer. Pass its id as `key`. Renders everything together, so that messages do not jump. */
export function Thread({ conversationId, myId, parts, arePartsPending }: ThreadProps) {
  const conversation = useConversation(conversationId)
  const thread = useThread(conversationId)
  if (conversation.isPending || thread.isPending || arePartsPending) return <ThreadSkeleton />
  if (conversation.isLoadingError) {
    return (
      <div className="grid h-full place-content-center p-6">
        <LoadFailed onRetry={() => void conversation.refetch()} />
      </div>
    )
  }
  if (conversation.data === null) {
    return (
      <div className="grid h-full place-content-center p-6">
        <EmptyState
          title={t('messages.threadMissing')}
          line={t('messages.threadMissingHint')}
          action={<LinkButton to={paths.messages}>{t('messages.allMessages')}</LinkButton>}
        />
      </div>
    )
  }
  return <OpenThread conversation={conversation.data} thread={thread} myId={myId} parts={parts} />
}

interface OpenThreadProps {
  conversation: Conversation
  thread: ReturnType<typeof useThread>
  myId: string
  parts: ThreadParts
}

function OpenThread({ conversation, thread, myId, parts }: OpenThreadProps) {
  const person = otherPerson(conversation, myId)
  const firstName = firstNameOf(person.display_name)
  const waiting = useWaiting(conversation.id, thread.data)
  const live = useThreadLive(conversation.id, myId)
  useReading(conversation, thread.data, { myId, connected: live.connected })
  const isOnline = useOnline(person.id)
  const context: ThreadContext = {
    conversationId: conversation.id,
    myId,
    otherId: person.id,
    otherName: firstName,
    role: conversation.buyer_id === myId ? 'buyer' : 'seller',
    ad: conversation.listing,
    canWrite: conversation.state === 'open',
    isOtherAway: awayUntil(person) !== null,
  }
  return (
    <section
      aria-label={t('common.conversationWith', { name: person.display_name })}
      className="flex h-full min-h-0 flex-col"
    >
      <ThreadHeader
        person={person}
        isHere={isOnline && context.canWrite}
        connected={live.connected}
        menu={
          <parts.Menu {...context}>
            <ArchiveItem conversation={conversation} myId={myId} />
          </parts.Menu>
        }
      />
      {conversation.listing ? <ListingStrip ad={conversation.listing} conversation={conversation} /> : null}
      <parts.Strip {...context} />
      {thread.isLoadingError ? (
        <div className="flex-1 p-6">
          <LoadFailed onRetry={() => void thread.refetch()} />
        </div>
      ) : (
        <MessageLog
          messages={thread.data}
          waiting={waiting}
          context={context}
          parts={parts}
          isTyping={live.isOtherTyping}
          showsReceipts={conversation.shows_receipts ?? true}
          earlier={thread.earlier}
          onEarlier={() => void thread.loadEarlier()}
        />
      )}
      <footer className="border-t border-line px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] md:px-6 md:pb-5 max-lg:pe-4">
        {context.canWrite ? (
          <Composer
            conversationId={conversation.id}
            myId={myId}
            to={firstName}
            // A message being sent awaits an answer as well.
            quickWords={
              waiting.length > 0
                ? []
                : quickWords({ ...context, deal: dealOf(conversation), messages: thread.data ?? [] })
            }
            onSend={(body) => outbox.add(conversation.id, body)}
            onTyping={live.typing}
            tool={<parts.Tool {...context} />}
          />
        ) : (
          <parts.Locked {...context} conversation={conversation} />
        )}
      </footer>
    </section>
  )
}

/** Marks messages as read while the thread is open and the window is visible. */
function useReading(
  conversation: Conversation,
  messages: readonly Message[] | undefined,
  { myId, connected }: { myId: string; connected: boolean },
): void {
  const queries = useQueryClient()
  const newest = messages?.findLast((message) => message.sender_id !== myId && message.read_at === null)
  // Changes with every new message: a request already in flight does not cover it.
  const waits = newest?.id ?? (unreadOf(conversation, myId) > 0 ? 'counted' : null)
  useEffect(() => {
    if (waits === null || !connected) return
    let done = false
    let again: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      clearTimeout(again)
      if (done || document.visibilityState !== 'visible') return
      done = true
      // Ticks, badge and list are updated from the database. On failure the message stays unread and marking is retried.
      const known = new Set(queries.getQueryData<Message[]>(keys.thread(conversation.id))?.map(({ id }) => id))
      markRead(conversation.id)
        .then(() => {
          // With read receipts off, no event announces the change, not even to this page.
          if (conversation.shows_receipts === false) noteRead(queries, conversation.id, myId, known)
          queries.setQueryData<Conversation>(keys.conversation(conversation.id), (known) =>
            known ? { ...known, [known.buyer_id === myId ? 'buyer_unread' : 'seller_unread']: 0 } : known,
          )
          // Repeat until the read event arrives: a message can be received a moment before it can be marked.
          again = setTimeout(readAgain, READ_AGAIN_MS)
        })
        .catch(() => {
          again = setTimeout(readAgain, READ_AGAIN_MS)
        })
    }
    const readAgain = () => {
      done = false
      read()
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => {
      clearTimeout(again)
      document.removeEventListener('visibilitychange', read)
    }
  }, [waits, connected, conversation.id, conversation.shows_receipts, myId, queries])
}

function ThreadSkeleton() {
  return (
    <div role="status" aria-label={t('messages.loadingConversation')} className="flex h-full flex-col">
      <div className="flex items-center gap-3 border-b border-line px-6 py-3">
        <div className="skeleton-fill size-11 rounded-full" />
        <div className="skeleton-fill h-5 w-40 rounded-badge" />
      </div>
      <div className="grid flex-1 content-end gap-3 p-6">
        <div className="skeleton-fill h-11 w-2/5 rounded-panel" />
        <div className="skeleton-fill h-11 w-1/2 justify-self-end rounded-panel" />
        <div className="skeleton-fill h-11 w-1/3 rounded-panel" />
      </div>
    </div>
  )
}
