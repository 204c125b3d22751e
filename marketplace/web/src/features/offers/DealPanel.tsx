import { CalendarDays, CalendarPlus, MapPin, PackageCheck, Truck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatAppointment, formatPrice } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { calendarFile, download } from './calendar.ts'
import { CancelDialog, ShipDialog } from './DealDialogs.tsx'
import { EnterCodeDialog, ShowCodeDialog } from './HandoverDialog.tsx'
import { MeetupDialog } from './MeetupDialog.tsx'
import { useDealActs } from './queries.ts'
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
            {isBuyer
              ? t('offers.deal.reservedForYouLeft', { left })
              : t('offers.deal.reservedForLeft', { otherName, left })}
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
  const { confirm, change } = useDealActs()
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
            <b className="font-semibold">
              {theirs ? t('offers.deal.proposes', { otherName }) : t('offers.youProposed')}
            </b>{' '}
            {formatAppointment(deal.proposed_at, now)}, {deal.proposed_place}.
            {theirs ? null : ` ${t('offers.deal.hasToConfirm', { otherName })}`}
          </p>
          {theirs ? (
            <Button
              size="s"
              className="w-fit"
              loading={confirm.isPending}
              loadingLabel={t('offers.confirming')}
              onClick={() => confirm.mutate({ deal })}
            >
              {t('offers.confirm')}
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
          {deal.meet_at || deal.proposed_at ? t('common.change') : t('offers.deal.propose')}
        </Button>
        {deal.meet_at && deal.meet_place ? <MeetingTools deal={deal} otherName={otherName} /> : null}
        {!deal.meet_at && !deal.proposed_at && deal.ad?.delivery !== 'pickup' ? (
          <Button
            variant="ghost"
            size="s"
            loading={change.isPending}
            loadingLabel={t('common.changing')}
            onClick={() => change.mutate({ verb: 'choose_shipping', deal })}
          >
            {t('offers.sendItInstead')}
          </Button>
        ) : null}
      </div>
      <div className="grid gap-2 border-t border-line pt-4">
        <p className="type-small text-ink-2">
          {isBuyer ? t('offers.deal.showCodeHint') : t('offers.deal.askCodeHint')}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="soft" size="s" onClick={() => setOpen('code')}>
            {isBuyer ? t('offers.showMyCode') : t('offers.enterTheCode')}
          </Button>
          {deal.state === 'scheduled' && isMissed ? (
            <Button
              variant="secondary"
              size="s"
              loading={change.isPending}
              loadingLabel={t('offers.noting')}
              onClick={() => change.mutate({ verb: 'report_no_show', deal })}
            >
              {t('offers.deal.didNotCome', { otherName })}
            </Button>
          ) : null}
          <Button variant="ghost" size="s" onClick={() => setOpen('cancel')}>
            {t('offers.callOff')}
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
        <Trans id="offers.deal.directions" components={{ 0: <span className="sr-only" /> }} />
      </a>
      <Button variant="ghost" size="s" onClick={() => void keep()}>
        <CalendarPlus aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
        {t('offers.addToCalendar')}
      </Button>
    </>
  )
}

function Shipping({ deal, isBuyer, otherName }: { deal: Deal; isBuyer: boolean; otherName: string }) {
  const [open, setOpen] = useState<'ship' | 'meetup' | 'cancel' | null>(null)
  const { change } = useDealActs()
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
          {isBuyer ? t('offers.deal.sendsToYou', { otherName }) : t('offers.deal.sendIt')}
        </Line>
      )}
      <div className="flex flex-wrap gap-2">
        {isBuyer ? (
          <Button
            variant={isSent ? 'primary' : 'soft'}
            size="s"
            loading={change.isPending}
            loadingLabel={t('common.saving')}
            onClick={() => change.mutate({ verb: 'confirm_receipt', deal })}
          >
            <PackageCheck aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
            {t('offers.iHaveIt')}
          </Button>
        ) : (
          <Button variant={isSent ? 'secondary' : 'primary'} size="s" onClick={() => setOpen('ship')}>
            {isSent ? t('offers.changeTheNumber') : t('offers.itIsSent')}
          </Button>
        )}
        {isSent ? null : (
          <>
            <Button variant="secondary" size="s" onClick={() => setOpen('meetup')}>
              {t('offers.meetInstead')}
            </Button>
            <Button variant="ghost" size="s" onClick={() => setOpen('cancel')}>
              {t('offers.callOff')}
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
        {deal.state === 'completed' ? t('offers.deal.completed') : endingText(deal, myId, otherName)}
      </p>
      {deal.state === 'cancelled' ? null : (
        <div className="flex flex-wrap gap-2">
          {canReview(deal) && !hasReviewed ? (
            <Button size="s" onClick={() => setReviewing(true)}>
              {t('offers.writeAReview')}
            </Button>
          ) : null}
          {deal.state === 'completed' && !isReceiptShown ? (
            <LinkButton variant="secondary" size="s" to={paths.deal(deal.id)}>
              {t('offers.receipt')}
            </LinkButton>
          ) : null}
        </div>
      )}
      <ReviewDialog deal={deal} otherName={otherName} open={reviewing} onOpenChange={setReviewing} />
    </>
  )
}
