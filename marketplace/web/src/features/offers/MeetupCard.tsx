import { CalendarDays, MapPin } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatAppointment } from '../../ui/format-dates.ts'
import { MeetupDialog } from './MeetupDialog.tsx'
import { useConversationDeals, useDealMutation } from './queries.ts'
import { isOpen } from './types.ts'

interface MeetupCardProps {
  dealId: string
  conversationId: string
  meetAt: string
  place: string
  mine: boolean
  author: string
}

/** A suggested time and place in the thread, for the other person to confirm. */
export function MeetupCard({ dealId, conversationId, meetAt, place, mine, author }: MeetupCardProps) {
  const deals = useConversationDeals(conversationId)
  const { confirm } = useDealMutation({ isToldThere: true })
  const [changing, setChanging] = useState(false)
  const deal = deals.data?.deals.find(({ id }) => id === dealId)
  const same = (moment: string | null | undefined) => moment != null && Date.parse(moment) === Date.parse(meetAt)
  const isProposed = deal !== undefined && isOpen(deal) && same(deal.proposed_at) && deal.proposed_place === place
  const isAgreed = deal !== undefined && !isProposed && same(deal.meet_at) && deal.meet_place === place
  const state = isProposed
    ? { tone: 'offer' as const, label: t('offers.proposed') }
    : isAgreed
      ? { tone: 'success' as const, label: t('common.confirmed') }
      : { tone: 'neutral' as const, label: t('common.changed') }
  return (
    <article
      data-told-below={isAgreed && isOpen(deal) ? '' : undefined}
      aria-label={
        mine
          ? t('offers.meetup.yourProposal', { when: formatAppointment(meetAt), place })
          : t('offers.meetup.proposalOf', { author, when: formatAppointment(meetAt), place })
      }
      className={cx('panel grid w-full max-w-[300px] gap-2 px-4 py-3.5', mine && 'justify-self-end')}
    >
      <p className="flex items-center gap-2 font-semibold">
        <CalendarDays aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
        <span className="min-w-0 flex-1">{formatAppointment(meetAt)}</span>
        {deal ? <Badge tone={state.tone}>{state.label}</Badge> : null}
      </p>
      <p className="flex gap-2 text-ink-2">
        <MapPin aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{place}</span>
      </p>
      {deal && isProposed && !mine ? (
        <div className="mt-1 flex gap-2">
          <Button
            size="s"
            className="flex-1"
            loading={confirm.isPending}
            loadingLabel={t('offers.confirming')}
            onClick={() => confirm.mutate({ deal })}
          >
            {t('offers.confirm')}
          </Button>
          <Button variant="secondary" size="s" className="flex-1" onClick={() => setChanging(true)}>
            {t('common.change')}
          </Button>
          <MeetupDialog deal={deal} open={changing} onOpenChange={setChanging} />
        </div>
      ) : null}
    </article>
  )
}
