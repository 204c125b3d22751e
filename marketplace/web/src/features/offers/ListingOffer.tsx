import { Gift, HandCoins } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { formatMoney } from '../../ui/format.ts'
import { OfferDialog } from './OfferDialog.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import type { Offer, OfferedAd } from './types.ts'
import { suggestedAmounts } from './wording.ts'

interface ListingOfferProps {
  listing: OfferedAd & { state: string; price_type: string; offer_floor_pct: number }
  signedIn: boolean
  onSignIn: () => void
  /** The offer is in this conversation now. */
  onSent: (conversationId: string) => void
}

function takesOffers({ state, price_type }: ListingOfferProps['listing']): boolean {
  return state === 'active' && price_type !== 'free'
}

/** "Make an offer", or for what is free "Ask for it", beside the message. A visitor signs in first. */
export function OfferButton({ listing, signedIn, onSignIn, onSent }: ListingOfferProps) {
  const [open, setOpen] = useState(false)
  if (listing.state !== 'active') return null
  const isFree = listing.price_type === 'free'
  const Icon = isFree ? Gift : HandCoins
  const asked = { ad: listing, open, onOpenChange: setOpen, onSent: (offer: Offer) => onSent(offer.conversation_id) }
  return (
    <>
      <Button
        variant="secondary"
        size="lg"
        className="max-sm:px-3"
        onClick={() => (signedIn ? setOpen(true) : onSignIn())}
      >
        <Icon aria-hidden="true" strokeWidth={1.75} className="size-5" />
        {isFree ? t('Ask for it') : t('Make an offer')}
      </Button>
      {isFree ? <RequestDialog {...asked} /> : <OfferDialog {...asked} side="buyer" />}
    </>
  )
}

/** Three amounts a tap from being offered. */
export function QuickOffers({ listing, signedIn, onSignIn, onSent }: ListingOfferProps) {
  const [amount, setAmount] = useState<number | null>(null)
  const floor = listing.price_minor && Math.ceil((listing.price_minor * listing.offer_floor_pct) / 100)
  const amounts = takesOffers(listing) ? suggestedAmounts(listing.price_minor, floor) : []
  if (amounts.length === 0) return null
  return (
    <div className="mt-3 flex gap-2 [&>*]:flex-1">
      {amounts.map((one) => (
        <Chip key={one} className="justify-center" onClick={() => (signedIn ? setAmount(one) : onSignIn())}>
          {t('Offer {amount}', { amount: formatMoney(one, listing.currency) })}
        </Chip>
      ))}
      <OfferDialog
        ad={listing}
        side="buyer"
        initialMinor={amount ?? undefined}
        open={amount !== null}
        onOpenChange={(open) => (open ? undefined : setAmount(null))}
        onSent={(offer) => onSent(offer.conversation_id)}
      />
    </div>
  )
}
