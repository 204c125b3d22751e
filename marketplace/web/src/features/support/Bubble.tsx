import { Volume2 } from 'lucide-react'
import type { AssistantLink } from '../../../../contract/help/assistant.ts'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { supportDoor } from '../../lib/support-door.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Photo } from '../../ui/Photo.tsx'
import type { ChatMessage } from './conversation.ts'
import { canReadAloud, readAloud } from './speech.ts'
import { TicketProposal } from './TicketProposal.tsx'

/** Tools that the assistant used. */
const DONE: Readonly<Record<string, string>> = {
  search_help: t('support.fromHelp'),
  search_listings: t('support.searchedAds'),
  my_listings: t('support.checkedAds'),
  my_deals: t('support.checkedDeals'),
  my_orders: t('support.checkedOrders'),
  check_suspicion: t('support.fromHelp'),
  prefill_ad: t('support.preparedAForm'),
}

type Said = Pick<
  ChatMessage,
  'role' | 'content' | 'steps' | 'stepsTitle' | 'functionCalled' | 'links' | 'failed' | 'proposal'
> & {
  id?: string
}

/** A message with its links. */
export function Bubble({ message }: { message: Said }) {
  const { role, content, steps, stepsTitle, functionCalled, links = [], failed, proposal, id } = message
  if (role === 'user') {
    return (
      <p className="ms-10 justify-self-end rounded-[18px] rounded-ee-[6px] bg-brand px-4 py-2.5 text-[15px]/6 break-words whitespace-pre-wrap text-on-brand">
        <span className="sr-only">{t('support.you')} </span>
        {content}
      </p>
    )
  }
  // A proposal replaces the link to the contact form.
  const ways = proposal ? links.filter(({ path }) => path !== paths.contact) : links
  const ads = ways.filter(({ detail }) => detail !== undefined)
  const [first, ...others] = ways.filter(({ detail }) => detail === undefined)
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
          <p key={line} className={steps ? 'font-semibold' : undefined}>
            {line}
          </p>
        ))}
      </div>
      {steps ? <Steps title={stepsTitle} steps={steps} /> : null}
      {ads.length > 0 ? (
        <div className="mt-3 grid gap-2">
          {ads.map((ad) => (
            <AdLink key={ad.path} {...ad} />
          ))}
        </div>
      ) : null}
      {first ? (
        <div className="mt-3 grid gap-2">
          <PageLink {...first} look={ads.length > 0 ? 'secondary' : 'primary'} />
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
              onClick={() => readAloud([content, ...(steps ?? [])].join('\n'))}
            >
              <Volume2 aria-hidden="true" strokeWidth={1.75} className="size-4" />
            </IconButton>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function Steps({ title, steps }: { title: string | undefined; steps: readonly string[] }) {
  return (
    <>
      <p className="mt-3 font-semibold">{title}</p>
      <ol className="mt-2 grid gap-2">
        {steps.map((step, at) => (
          <li key={step} className="flex items-start gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 flex-none place-items-center rounded-[10px] bg-surface text-[13px] font-semibold"
            >
              {at + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </>
  )
}

function AdLink({ label, path, detail, photo }: AssistantLink) {
  return (
    <Link
      to={path}
      onClick={closeOnPhone}
      className="flex min-w-0 items-center gap-3 rounded-[14px] bg-surface p-2 text-ink no-underline focus-halo"
    >
      {photo ? <Photo path={photo} alt="" sizes="56px" className="size-14 flex-none rounded-[10px]" /> : null}
      <span className="grid min-w-0 gap-0.5">
        <span className="line-clamp-2 font-semibold">{label}</span>
        <span className="type-micro text-ink-3">{detail}</span>
      </span>
    </Link>
  )
}

/** On phones the card covers the page. */
function closeOnPhone() {
  if (window.matchMedia('(max-width: 639px)').matches) supportDoor.close()
}

function PageLink({ label, path, look }: { label: string; path: string; look: 'primary' | 'secondary' }) {
  return (
    <Link
      to={path}
      onClick={closeOnPhone}
      className={buttonClass(look, 's', 'h-auto! min-h-10 w-full py-2 text-center whitespace-normal!')}
    >
      {label}
    </Link>
  )
}
