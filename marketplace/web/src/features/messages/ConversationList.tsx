import { Archive, MessageCircle, Search, X } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Input } from '../../ui/Input.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { ScrollArea } from '../../ui/ScrollArea.tsx'
import { TipButton } from '../../ui/TipButton.tsx'
import { INBOX_PAGE } from './api.ts'
import { ConversationRow } from './ConversationRow.tsx'
import { type Conversation, unreadOf } from './types.ts'
import { useFound, useInbox, useInboxLive } from './use-inbox.ts'
import { useUnread } from './use-unread.ts'

const FILTERS = {
  all: { label: t('common.all'), keeps: () => true, none: t('messages.noMessagesYet') },
  buying: {
    label: t('home.buying'),
    keeps: (talk: Conversation, myId: string) => talk.buyer_id === myId,
    none: t('messages.noneAsked'),
  },
  selling: {
    label: t('home.selling'),
    keeps: (talk: Conversation, myId: string) => talk.seller_id === myId,
    none: t('messages.noneReceived'),
  },
  unread: {
    label: t('common.unread'),
    keeps: (talk: Conversation, myId: string) => unreadOf(talk, myId) > 0,
    none: t('common.everythingIsRead'),
  },
  archived: { label: t('messages.archived'), keeps: () => true, none: t('messages.nothingIsArchived') },
} as const
type FilterName = keyof typeof FILTERS
/** Four fit beside the thread; the archive has its own button. */
const CHIPS = ['all', 'buying', 'selling', 'unread'] as const

/** The user's conversations, most recently active first. */
export function ConversationList({ myId, currentId }: { myId: string; currentId: string | null }) {
  const [filter, setFilter] = useState<FilterName>('all')
  const [words, setWords] = useState<string | null>(null)
  const searched = useDeferredValue(words?.trim() ?? '')
  const isSearching = searched.length >= 2
  const found = useFound(myId, searched)
  const inbox = useInbox(myId, filter === 'archived' ? 'archived' : 'inbox')
  const unread = useUnread(myId)
  const all = useMemo(() => inbox.data?.pages.flat(), [inbox.data])
  useInboxLive(myId, all)
  /** Nothing to filter or search. */
  const isNew = filter === 'all' && all?.length === 0
  const conversations = isSearching ? found.data : all?.filter((talk) => FILTERS[filter].keeps(talk, myId))
  return (
    <section aria-label={t('common.conversations')} className="flex h-full min-h-0 flex-col">
      <div className="flex items-center gap-1 px-4 pt-4 md:px-6">
        <h1 className="type-h1">{t('shell.messages')}</h1>
        <TipButton
          label={FILTERS.archived.label}
          aria-pressed={filter === 'archived'}
          className={cx('ms-auto', filter === 'archived' && 'bg-sunken')}
          onClick={() => setFilter(filter === 'archived' ? 'all' : 'archived')}
        >
          <Archive aria-hidden="true" strokeWidth={1.75} className="size-5" />
        </TipButton>
        {isNew && words === null ? null : (
          <TipButton
            label={words === null ? t('messages.searchMessages') : t('messages.endTheSearch')}
            aria-expanded={words !== null}
            onClick={() => setWords(words === null ? '' : null)}
          >
            {words === null ? (
              <Search aria-hidden="true" strokeWidth={1.75} className="size-5" />
            ) : (
              <X aria-hidden="true" strokeWidth={1.75} className="size-5" />
            )}
          </TipButton>
        )}
      </div>
      {words === null ? null : (
        <div className="px-4 pt-2 md:px-6">
          <Input
            type="search"
            aria-label={t('messages.searchLabel')}
            placeholder={t('messages.searchLabel')}
            autoFocus
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
      )}
      {isNew ? null : (
        <fieldset className="scrollbar-none flex min-w-0 shrink-0 gap-2 overflow-x-auto px-4 py-3 md:px-6">
          <legend className="sr-only">{t('common.show')}</legend>
          {CHIPS.map((name) => (
            <Chip key={name} selected={filter === name} onClick={() => setFilter(name)}>
              {FILTERS[name].label}
              {name === 'unread' && unread > 0 ? <b className="tnum">{unread}</b> : null}
            </Chip>
          ))}
        </fieldset>
      )}
      <ScrollArea className="min-h-0 flex-1" viewportClassName="px-2 pb-6 md:px-3">
        {inbox.isPending ? <ListSkeleton /> : null}
        {inbox.isLoadingError ? (
          <div className="px-3 pt-4">
            <LoadFailed onRetry={() => void inbox.refetch()} />
          </div>
        ) : null}
        {conversations?.length === 0 && !isSearching ? <Nothing filter={filter} /> : null}
        {isSearching && found.isLoadingError ? (
          <div className="px-3 pt-4">
            <LoadFailed onRetry={() => void found.refetch()} />
          </div>
        ) : null}
        {isSearching && found.data ? (
          <p role="status" className="type-small px-3.5 py-2 text-ink-2">
            {found.data.length === 0
              ? t('messages.nothingWith', { searched })
              : t('messages.found', { count: found.data.length })}
          </p>
        ) : null}
        <ul className="grid grid-cols-1 gap-1">
          {conversations?.map((talk, index) => (
            <li key={talk.id}>
              <ConversationRow
                conversation={talk}
                myId={myId}
                current={talk.id === currentId}
                showsOnline={index < INBOX_PAGE}
              />
            </li>
          ))}
        </ul>
        {inbox.hasNextPage && !isSearching ? (
          <div className="grid justify-items-center pt-4">
            <Button
              variant="secondary"
              size="s"
              loading={inbox.isFetchingNextPage}
              loadingLabel={t('app.loading')}
              onClick={() => void inbox.fetchNextPage()}
            >
              {t('common.showOlder')}
            </Button>
          </div>
        ) : null}
      </ScrollArea>
    </section>
  )
}

function Nothing({ filter }: { filter: FilterName }) {
  return (
    <div className="px-3 pt-6">
      <EmptyState
        icon={<MessageCircle strokeWidth={1.75} />}
        title={FILTERS[filter].none}
        line={filter === 'all' || filter === 'buying' ? t('messages.noneHint') : undefined}
        action={
          filter === 'all' || filter === 'buying' ? (
            <LinkButton to={paths.browse}>{t('common.findSomething')}</LinkButton>
          ) : undefined
        }
      />
    </div>
  )
}

function ListSkeleton() {
  return (
    <div role="status" aria-label={t('messages.loadingConversations')} className="grid gap-1">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3.5 px-3.5 py-3">
          <div className="skeleton-fill size-14 rounded-control" />
          <div className="grid flex-1 content-start gap-2 pt-1">
            <div className="skeleton-fill h-4 w-2/5 rounded-badge" />
            <div className="skeleton-fill h-3.5 w-3/5 rounded-badge" />
            <div className="skeleton-fill h-3.5 w-4/5 rounded-badge" />
          </div>
        </div>
      ))}
    </div>
  )
}
