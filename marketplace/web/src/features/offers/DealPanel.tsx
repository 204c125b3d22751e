import { PackageCheck, Truck } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { formatPrice } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { CancelDialog, ShipDialog } from './DealDialogs.tsx'
import { Action, Appointment, type DealPanelProps, Line, Panel, Quiet, Says } from './DealParts.tsx'
import { EndedDeal } from './EndedDeal.tsx'
import { EnterCodeDialog, ShowCodeDialog } from './HandoverDialog.tsx'
import { MeetupDialog } from './MeetupDialog.tsx'
import { useDealMutation } from './queries.ts'
import { type Deal, isOpen } from './types.ts'
import { timeLeft } from './wording.ts'

const NO_SHOW_AFTER_MS = 15 * 60_000

/** A deal with its next step, depending on the user's side: one main action, the others as text buttons below. */
export function DealPanel(props: DealPanelProps) {
  const { deal } = props
  if (!isOpen(deal)) return <EndedDeal {...props} />
  return (
    <div className="grid gap-3">
      <PayHere {...props} />
      {deal.mode === 'ship' ? <Shipping {...props} /> : <Meeting {...props} />}
    </div>
  )
}

/** The buyer can pay the agreed price here, protected; cash at the meet-up remains possible. */
function canPayHere({ deal, myId }: DealPanelProps): boolean {
  const isBuyable = config.payments !== 'off' && deal.amount_minor > 0 && deal.currency === config.currency
  return isBuyable && deal.buyer_id === myId && deal.state !== 'handed_over'
}

/** Whether a meet-up is agreed or suggested. */
const isTimed = ({ meet_at, proposed_at }: Deal): boolean => meet_at !== null || proposed_at !== null

function PayHere(props: DealPanelProps) {
  const { deal } = props
  if (!canPayHere(props)) return null
  return (
    <Panel>
      <Says title={t('offers.payHere')} line={t('offers.payHereHint')} />
      <LinkButton
        to={paths.buy(deal.listing_id)}
        variant={deal.mode === 'meetup' && isTimed(deal) ? 'secondary' : 'primary'}
      >
        {t('offers.payHereFor', { amount: formatPrice(deal.amount_minor, deal.currency) })}
      </LinkButton>
    </Panel>
  )
}

function Meeting(props: DealPanelProps) {
  const { deal, myId, otherName, where } = props
  const [open, setOpen] = useState<'meetup' | 'code' | 'cancel' | null>(null)
  const { change } = useDealMutation()
  const now = useNow(true)
  const isBuyer = deal.buyer_id === myId
  const close = (next: boolean) => (next ? undefined : setOpen(null))
  const isMissed = deal.meet_at !== null && now.getTime() > Date.parse(deal.meet_at) + NO_SHOW_AFTER_MS
  // The card of the suggested meet-up has its own buttons to confirm or change it.
  const isAsked = where === 'log' && deal.proposed_at !== null && deal.proposed_by !== myId
  const Code = isBuyer ? ShowCodeDialog : EnterCodeDialog
  const codeWords = isBuyer ? t('offers.showMyCode') : t('offers.enterTheCode')
  return (
    <div className="grid gap-3">
      {isTimed(deal) ? null : (
        <Panel>
          <Says title={t('offers.deal.whereAndWhen')} line={t('offers.deal.publicPlace')} />
          <Button variant={canPayHere(props) ? 'secondary' : 'primary'} onClick={() => setOpen('meetup')}>
            {t('offers.deal.propose')}
          </Button>
          <Reserved deal={deal} isBuyer={isBuyer} otherName={otherName} now={now} />
        </Panel>
      )}
      {/* An unconfirmed suggestion has its card in the log. */}
      {isTimed(deal) && (where !== 'log' || deal.meet_at) ? <Appointment {...props} now={now} /> : null}
      {deal.meet_at ? (
        <Panel>
          <Says
            title={isBuyer ? t('offers.deal.whenYouHaveIt') : t('offers.deal.whenYouHandItOver')}
            line={isBuyer ? t('offers.deal.showCodeHint', { otherName }) : t('offers.deal.askCodeHint', { otherName })}
          />
          <Button onClick={() => setOpen('code')}>{codeWords}</Button>
        </Panel>
      ) : null}
      <Quiet>
        {isTimed(deal) && !isAsked ? (
          <Action onClick={() => setOpen('meetup')}>{t('offers.meetup.change')}</Action>
        ) : null}
        {!isTimed(deal) && deal.ad?.delivery !== 'pickup' ? (
          <Action isPending={change.isPending} onClick={() => change.mutate({ verb: 'choose_shipping', deal })}>
            {t('offers.sendItInstead')}
          </Action>
        ) : null}
        {isTimed(deal) ? null : <Action onClick={() => setOpen('code')}>{codeWords}</Action>}
        {deal.state === 'scheduled' && isMissed ? (
          <Action isPending={change.isPending} onClick={() => change.mutate({ verb: 'report_no_show', deal })}>
            {t('offers.deal.didNotCome', { otherName })}
          </Action>
        ) : null}
        <Action onClick={() => setOpen('cancel')}>{t('offers.callOff')}</Action>
      </Quiet>
      <MeetupDialog deal={deal} open={open === 'meetup'} onOpenChange={close} />
      <Code deal={deal} open={open === 'code'} onOpenChange={close} />
      <CancelDialog deal={deal} open={open === 'cancel'} onOpenChange={close} />
    </div>
  )
}

function Reserved({ deal, isBuyer, otherName, now }: { deal: Deal; isBuyer: boolean; otherName: string; now: Date }) {
  const left = timeLeft(deal.reserved_until, now)
  if (!left) return null
  return (
    <p className="type-small tnum text-center text-ink-2">
      {isBuyer ? t('offers.deal.reservedForYouLeft', { left }) : t('offers.deal.reservedForLeft', { otherName, left })}
    </p>
  )
}

function Shipping({ deal, myId, otherName }: DealPanelProps) {
  const [open, setOpen] = useState<'ship' | 'meetup' | 'cancel' | null>(null)
  const { change } = useDealMutation()
  const isBuyer = deal.buyer_id === myId
  const close = (next: boolean) => (next ? undefined : setOpen(null))
  const isSent = deal.state === 'handed_over'
  const hint = isBuyer ? t('offers.deal.sendsToYou', { otherName }) : t('offers.deal.sendIt')
  return (
    <div className="grid gap-3">
      <Panel>
        <Line icon={<Truck strokeWidth={1.75} />}>
          {isSent ? (
            <>
              {deal.carrier}, <span className="tnum font-semibold">{deal.tracking_number}</span>
            </>
          ) : (
            hint
          )}
        </Line>
        {isBuyer ? (
          <Button
            variant={isSent ? 'primary' : 'secondary'}
            loading={change.isPending}
            loadingLabel={t('common.saving')}
            onClick={() => change.mutate({ verb: 'confirm_deal_receipt', deal })}
          >
            <PackageCheck aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
            {t('offers.iHaveIt')}
          </Button>
        ) : (
          <Button variant={isSent ? 'secondary' : 'primary'} onClick={() => setOpen('ship')}>
            {isSent ? t('offers.changeTheNumber') : t('offers.itIsSent')}
          </Button>
        )}
      </Panel>
      {isSent ? null : (
        <Quiet>
          <Action onClick={() => setOpen('meetup')}>{t('offers.meetInstead')}</Action>
          <Action onClick={() => setOpen('cancel')}>{t('offers.callOff')}</Action>
        </Quiet>
      )}
      <ShipDialog deal={deal} open={open === 'ship'} onOpenChange={close} />
      <MeetupDialog deal={deal} open={open === 'meetup'} onOpenChange={close} />
      <CancelDialog deal={deal} open={open === 'cancel'} onOpenChange={close} />
    </div>
  )
}
