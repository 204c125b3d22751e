import { CalendarDays, CalendarPlus, MapPin, PackageCheck, Truck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { config } from '../../app/config.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatAppointment, formatPrice } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { calendarFile, download } from './calendar.ts'
import { CancelDialog, ShipDialog } from './DealDialogs.tsx'
import { EnterCodeDialog, ShowCodeDialog } from './HandoverDialog.tsx'
import { MeetupDialog } from './MeetupDialog.tsx'
import { useTradeActs } from './queries.ts'
import { ReviewDialog } from './ReviewDialog.tsx'
import { canReview, type Deal, isOpen } from './types.ts'
import { useNow } from './use-now.ts'
import { dealBadge, endingText, timeLeft } from './wording.ts'

const NO_SHOW_AFTER_MS = 15 * 60_000

interface DealPanelProps {
  deal: Deal
  myId: string
  otherName: string
  /** Mine is written already: it is not asked for again. */
  hasReviewed?: boolean
  /** The receipt stands below already. */
  isReceiptShown?: boolean
}

/** A deal with everything that can be done about it now, by whose side one is on. */
export function DealPanel(props: DealPanelProps) {
  const { deal, myId, otherName } = props
  const isBuyer = deal.buyer_id === myId
  const badge = dealBadge(deal)
  const now = useNow(isOpen(deal))
  const left = deal.state === 'agreed' ? timeLeft(deal.reserved_until, now) : null
  return (
    <div className="panel grid gap-4 p-4">
      <div className="grid gap-1">
        <p className="flex items-center justify-between gap-3">
          <span className="type-price">{formatPrice(deal.amount_minor, deal.currency)}</span>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </p>
        {left ? (
          <p className="type-small tnum text-ink-2">
            {isBuyer ? t('Reserved for you') : t('Reserved for {otherName}', { otherName })}, {left}
          </p>
        ) : null}
      </div>
      {isOpen(deal) ? (
        deal.mode === 'ship' ? (
          <Shipping deal={deal} isBuyer={isBuyer} otherName={otherName} />
        ) : (
          <Meeting deal={deal} myId={myId} isBuyer={isBuyer} otherName={otherName} now={now} />
        )
      ) : (
        <Ended {...props} />
      )}
    </div>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex gap-2.5">
      <span aria-hidden="true" className="[&>svg]:size-5">
        {icon}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </p>
  )
}

interface MeetingProps {
  deal: Deal
  myId: string
  isBuyer: boolean
  otherName: string
  now: Date
}

function Meeting({ deal, myId, isBuyer, otherName, now }: MeetingProps) {
  const [open, setOpen] = useState<'meetup' | 'code' | 'cancel' | null>(null)
  const { confirm, change } = useTradeActs()
  const close = (next: boolean) => (next ? undefined : setOpen(null))
  const isMissed = deal.meet_at !== null && now.getTime() > Date.parse(deal.meet_at) + NO_SHOW_AFTER_MS
  const theirs = deal.proposed_by !== null && deal.proposed_by !== myId
  const Code = isBuyer ? ShowCodeDialog : EnterCodeDialog
  return (
    <>
      {deal.meet_at ? (
        <div className="grid gap-1.5">
          <Line icon={<CalendarDays strokeWidth={1.75} />}>
            <b className="font-semibold">{formatAppointment(deal.meet_at, now)}</b>
          </Line>
          <Line icon={<MapPin strokeWidth={1.75} />}>{deal.meet_place}</Line>
        </div>
      ) : null}
      {deal.proposed_at ? (
        <div className="grid gap-2 rounded-control bg-saffron-soft px-3.5 py-3 text-saffron-ink">
          <p className="type-small">
            <b className="font-semibold">{theirs ? t('{otherName} proposes', { otherName }) : t('You proposed')}</b>{' '}
            {formatAppointment(deal.proposed_at, now)}, {deal.proposed_place}.
            {theirs ? null : ` ${t('{otherName} has to confirm.', { otherName })}`}
          </p>
          {theirs ? (
            <Button
              size="s"
              className="w-fit"
              loading={confirm.isPending}
              loadingLabel={t('Confirming')}
              onClick={() => confirm.mutate({ deal })}
            >
              {t('Confirm')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant={deal.meet_at || deal.proposed_at ? 'secondary' : 'primary'}
          size="s"
          onClick={() => setOpen('meetup')}
        >
          {deal.meet_at || deal.proposed_at ? t('Change') : t('Propose a time and place')}
        </Button>
        {deal.meet_at && deal.meet_place ? <MeetingTools deal={deal} otherName={otherName} /> : null}
        {!deal.meet_at && !deal.proposed_at && deal.ad?.delivery !== 'pickup' ? (
          <Button
            variant="ghost"
            size="s"
            loading={change.isPending}
            loadingLabel={t('Changing')}
            onClick={() => change.mutate({ verb: 'choose_shipping', deal })}
          >
            {t('Send it instead')}
          </Button>
        ) : null}
      </div>
      <div className="grid gap-2 border-t border-line pt-4">
        <p className="type-small text-ink-2">
          {isBuyer
            ? t('When it is in your hands, tell the seller your code: that completes the deal.')
            : t('When you hand it over, ask for the buyer’s code: that completes the deal.')}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="soft" size="s" onClick={() => setOpen('code')}>
            {isBuyer ? t('Show my code') : t('Enter the code')}
          </Button>
          {deal.state === 'scheduled' && isMissed ? (
            <Button
              variant="secondary"
              size="s"
              loading={change.isPending}
              loadingLabel={t('Noting')}
              onClick={() => change.mutate({ verb: 'report_no_show', deal })}
            >
              {t('{otherName} did not come', { otherName })}
            </Button>
          ) : null}
          <Button variant="ghost" size="s" onClick={() => setOpen('cancel')}>
            {t('Call off')}
          </Button>
        </div>
      </div>
      <MeetupDialog deal={deal} open={open === 'meetup'} onOpenChange={close} />
      <Code deal={deal} open={open === 'code'} onOpenChange={close} />
      <CancelDialog deal={deal} open={open === 'cancel'} onOpenChange={close} />
    </>
  )
}

function MeetingTools({ deal, otherName }: { deal: Deal; otherName: string }) {
  const link = `${location.origin}${paths.conversation(deal.conversation_id)}`
  const keep = async () =>
    download('meet-up.ics', 'text/calendar', await calendarFile(deal, { brandName: config.brandName, otherName, link }))
  return (
    <>
      <a
        href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(deal.meet_place ?? '')}`}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex h-9 items-center rounded-control bg-brand-soft px-3.5 text-[14px] font-semibold text-brand-ink"
      >
        <Trans message="Directions<0> (opens OpenStreetMap)</0>" components={{ 0: <span className="sr-only" /> }} />
      </a>
      <Button variant="ghost" size="s" onClick={() => void keep()}>
        <CalendarPlus aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
        {t('Add to calendar')}
      </Button>
    </>
  )
}

function Shipping({ deal, isBuyer, otherName }: { deal: Deal; isBuyer: boolean; otherName: string }) {
  const [open, setOpen] = useState<'ship' | 'meetup' | 'cancel' | null>(null)
  const { change } = useTradeActs()
  const close = (next: boolean) => (next ? undefined : setOpen(null))
  const isSent = deal.state === 'handed_over'
  return (
    <>
      {isSent ? (
        <Line icon={<Truck strokeWidth={1.75} />}>
          {deal.carrier}, <span className="tnum font-semibold">{deal.tracking_number}</span>
        </Line>
      ) : (
        <Line icon={<Truck strokeWidth={1.75} />}>
          {isBuyer
            ? t('{otherName} sends it to you. Tell your address in the conversation.', { otherName })
            : t('Send it, and enter the tracking number here.')}
        </Line>
      )}
      <div className="flex flex-wrap gap-2">
        {isBuyer ? (
          <Button
            variant={isSent ? 'primary' : 'soft'}
            size="s"
            loading={change.isPending}
            loadingLabel={t('Saving')}
            onClick={() => change.mutate({ verb: 'confirm_receipt', deal })}
          >
            <PackageCheck aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
            {t('I have it')}
          </Button>
        ) : (
          <Button variant={isSent ? 'secondary' : 'primary'} size="s" onClick={() => setOpen('ship')}>
            {isSent ? t('Change the number') : t('It is sent')}
          </Button>
        )}
        {isSent ? null : (
          <>
            <Button variant="secondary" size="s" onClick={() => setOpen('meetup')}>
              {t('Meet instead')}
            </Button>
            <Button variant="ghost" size="s" onClick={() => setOpen('cancel')}>
              {t('Call off')}
            </Button>
          </>
        )}
      </div>
      <ShipDialog deal={deal} open={open === 'ship'} onOpenChange={close} />
      <MeetupDialog deal={deal} open={open === 'meetup'} onOpenChange={close} />
      <CancelDialog deal={deal} open={open === 'cancel'} onOpenChange={close} />
    </>
  )
}

function Ended({ deal, myId, otherName, hasReviewed = false, isReceiptShown = false }: DealPanelProps) {
  const [reviewing, setReviewing] = useState(false)
  return (
    <>
      <p className="text-ink-2">
        {deal.state === 'completed' ? t('It is in the right hands.') : endingText(deal, myId, otherName)}
      </p>
      {deal.state === 'cancelled' ? null : (
        <div className="flex flex-wrap gap-2">
          {canReview(deal) && !hasReviewed ? (
            <Button size="s" onClick={() => setReviewing(true)}>
              {t('Write a review')}
            </Button>
          ) : null}
          {deal.state === 'completed' && !isReceiptShown ? (
            <LinkButton variant="secondary" size="s" to={paths.deal(deal.id)}>
              {t('Receipt')}
            </LinkButton>
          ) : null}
        </div>
      )}
      <ReviewDialog deal={deal} otherName={otherName} open={reviewing} onOpenChange={setReviewing} />
    </>
  )
}
