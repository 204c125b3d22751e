import { Volume2 } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { supportDoor } from '../../lib/support-door.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import type { ChatMessage } from './conversation.ts'
import { canReadAloud, readAloud } from './speech.ts'
import { TicketProposal } from './TicketProposal.tsx'

/** What the assistant did to find its answer. */
const DONE: Readonly<Record<string, string>> = {
  search_help: t('support.fromHelp'),
  search_listings: t('support.lookedThroughAds'),
  my_listings: t('support.lookedAtYourAds'),
  my_deals: t('support.lookedAtTrades'),
  prefill_ad: t('support.preparedAForm'),
}

type Said = Pick<ChatMessage, 'role' | 'content' | 'functionCalled' | 'links' | 'failed' | 'proposal'> & { id?: string }

/** One line of the conversation, with the pages that it leads to. */
export function Bubble({ message }: { message: Said }) {
  const { role, content, functionCalled, links = [], failed, proposal, id } = message
  if (role === 'user') {
    return (
      <p className="ms-10 justify-self-end rounded-[18px] rounded-ee-[6px] bg-brand px-4 py-2.5 text-[15px]/6 break-words whitespace-pre-wrap text-on-brand">
        <span className="sr-only">{t('support.you')} </span>
        {content}
      </p>
    )
  }
  // The proposal is the way to a person, and takes the conversation along.
  const [first, ...others] = proposal ? links.filter(({ path }) => path !== paths.contact) : links
  const source = functionCalled ? DONE[functionCalled] : undefined
  return (
    <div
      className={cx(
        'me-8 justify-self-start rounded-[18px] rounded-es-[6px] px-4 py-2.5 text-[15px]/6',
        failed ? 'bg-danger-soft text-danger-ink' : 'bg-sunken text-ink',
      )}
    >
      <span className="sr-only">{t('support.assistant')} </span>
      <div className="grid gap-1.5 break-words">
        {content.split('\n').map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {first ? (
        <div className="mt-3 grid gap-2">
          <PageLink {...first} look="primary" />
          {others.map((link) => (
            <PageLink key={link.path} {...link} look="secondary" />
          ))}
        </div>
      ) : null}
      {proposal && id ? (
        <div className="mt-2">
          <TicketProposal proposal={proposal} messageId={id} />
        </div>
      ) : null}
      {source || canReadAloud() ? (
        <div className="-mb-1 flex min-h-8 items-center justify-between gap-2">
          <span className="type-micro text-ink-3">{source}</span>
          {canReadAloud() ? (
            <IconButton
              label={t('common.readAloud')}
              size={36}
              className="-me-2.5 text-ink-3"
              onClick={() => readAloud(content)}
            >
              <Volume2 aria-hidden="true" strokeWidth={1.75} className="size-4" />
            </IconButton>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function PageLink({ label, path, look }: { label: string; path: string; look: 'primary' | 'secondary' }) {
  return (
    <Link
      to={path}
      // On a phone the card lies over the page that was asked for.
      onClick={() => window.matchMedia('(max-width: 639px)').matches && supportDoor.close()}
      className={buttonClass(look, 's', 'h-auto! min-h-10 w-full py-2 text-center whitespace-normal!')}
    >
      {label}
    </Link>
  )
}
