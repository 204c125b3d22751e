import { paths } from '../../../../contract/paths.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { formatTimeAgo } from '../../ui/format.ts'
import { Photo } from '../../ui/Photo.tsx'
import { type Conversation, otherPerson, unreadOf } from './types.ts'
import { useOnline } from './use-online.ts'
import { badgeOf, isSaidByBadge, previewOf } from './wording.ts'

/** One conversation in the list: person, ad, last message, badges. The whole row is a link. */
export function ConversationRow({
  conversation,
  myId,
  current,
  showsOnline,
}: {
  conversation: Conversation
  myId: string
  current: boolean
  /** Each presence subscription costs a channel. */
  showsOnline: boolean
}) {
  const person = otherPerson(conversation, myId)
  const isOnline = useOnline(showsOnline ? person.id : null)
  const unread = unreadOf(conversation, myId)
  const word = badgeOf(conversation)
  const badge = word ? <Badge tone={word.tone}>{word.label}</Badge> : null
  const isSaid = isSaidByBadge(conversation, word)
  return (
    <Link
      to={paths.conversation(conversation.id)}
      aria-current={current ? 'true' : undefined}
      className={cx(
        'flex gap-3.5 rounded-panel px-3.5 py-3 transition-colors -outline-offset-2',
        current ? 'bg-brand-soft' : 'hover:bg-sunken',
      )}
    >
      <span className="relative h-fit shrink-0">
        <Photo path={conversation.listing?.cover_path} alt="" sizes="56px" className="w-14 rounded-control" />
        <Avatar
          name={person.display_name}
          path={person.avatar_path}
          size={26}
          className={cx('absolute -end-2 -bottom-2 border-2', current ? 'border-brand-soft' : 'border-paper')}
        />
        {isOnline ? (
          <span
            className={cx(
              'absolute -end-2.5 -bottom-2.5 size-3 rounded-full border-2 bg-success',
              current ? 'border-brand-soft' : 'border-paper',
            )}
          />
        ) : null}
      </span>
      <span className="grid min-w-0 flex-1 grid-cols-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-semibold">
            {isOnline ? (
              <Trans
                id="messages.nameOnline"
                values={{ name: person.display_name }}
                components={{ 0: <span className="sr-only" /> }}
              />
            ) : (
              person.display_name
            )}
          </span>
          <time
            dateTime={conversation.last_message_at}
            className={cx('type-micro shrink-0', unread > 0 ? 'font-semibold text-brand' : 'text-ink-2')}
          >
            {formatTimeAgo(conversation.last_message_at)}
          </time>
        </span>
        <span className="type-small truncate text-ink-2">{conversation.listing?.title ?? t('messages.adRemoved')}</span>
        <span className="flex items-center gap-2">
          <span
            className={cx(
              'min-w-0 flex-1 truncate text-[14px]/6',
              unread > 0 ? 'font-semibold text-ink' : 'text-ink-2',
            )}
          >
            {isSaid ? badge : previewOf(conversation, myId)}
          </span>
          {unread > 0 ? (
            <span className="tnum grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-brand px-1.5 text-[11px]/none font-bold text-on-brand">
              {unread}
              <span className="sr-only"> {t('messages.unread')}</span>
            </span>
          ) : null}
        </span>
        {badge && !isSaid ? <span className="mt-1">{badge}</span> : null}
      </span>
    </Link>
  )
}
