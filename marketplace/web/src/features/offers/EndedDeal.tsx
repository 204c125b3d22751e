import { Check } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Arch } from '../../ui/ArchImage.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { formatPrice } from '../../ui/format.ts'
import { formatMoment } from '../../ui/format-dates.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { type DealPanelProps, Panel, Says } from './DealParts.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { StarButtons } from './Stars.tsx'
import { canReview, type Deal } from './types.ts'
import { dealBadge, endingText, receiptNumber } from './wording.ts'

/** A completed or cancelled deal: its outcome, and the review still to be written. */
export function EndedDeal(props: DealPanelProps) {
  const { deal, myId, otherName, hasReviewed = false } = props
  const [rating, setRating] = useState(0)
  const badge = dealBadge(deal)
  return (
    <div className="grid gap-3">
      {deal.state === 'completed' ? (
        <Completed {...props} />
      ) : (
        <Panel>
          <div className="flex items-center justify-between gap-3">
            <span className="type-price">{formatPrice(deal.amount_minor, deal.currency)}</span>
            <Badge tone={badge.tone}>{badge.label}</Badge>
          </div>
          <p className="text-ink-2">{endingText(deal, myId, otherName)}</p>
        </Panel>
      )}
      {deal.state !== 'cancelled' && canReview(deal) && !hasReviewed ? (
        <Panel>
          <Says title={t('offers.review.howWasIt', { otherName })} line={t('offers.review.hint')} />
          <StarButtons onChoose={setRating} />
        </Panel>
      ) : null}
      <ReviewDialog deal={deal} otherName={otherName} rating={rating} onClose={() => setRating(0)} />
    </div>
  )
}

/** The agreed price and the handover date, as on the receipt. */
function Completed({ deal, myId, otherName, isReceiptShown = false }: DealPanelProps) {
  const moment = deal.handed_over_at ?? deal.ended_at
  const place = deal.mode === 'ship' ? deal.carrier : deal.meet_place
  return (
    <Panel>
      <div className="flex items-center gap-3">
        <Arch className="grid! w-11 shrink-0 place-items-center bg-success-soft text-success-ink">
          <Check aria-hidden="true" strokeWidth={1.75} className="size-5" />
        </Arch>
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{t('offers.deal.completed')}</p>
          <p className="type-small text-ink-2">{moment ? formatMoment(moment) : null}</p>
        </div>
        <span className="type-price">{formatPrice(deal.amount_minor, deal.currency)}</span>
      </div>
      {isReceiptShown ? null : (
        <>
          <dl>
            <Row name={roleOfOther(deal, myId)} value={otherName} />
            {place ? <Row name={t('offers.handedOver')} value={place} /> : null}
            <Row name={t('offers.receipt')} value={receiptNumber(deal)} />
          </dl>
          <LinkButton variant="secondary" to={paths.deal(deal.id)}>
            {t('offers.viewReceipt')}
          </LinkButton>
        </>
      )}
    </Panel>
  )
}

function roleOfOther(deal: Deal, myId: string): string {
  const isFree = deal.amount_minor === 0
  if (deal.buyer_id === myId) return isFree ? t('offers.givenBy') : t('common.seller')
  return isFree ? t('offers.givenTo') : t('offers.buyer')
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-6 border-t border-line py-2">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-end [overflow-wrap:anywhere]">{value}</dd>
    </div>
  )
}
