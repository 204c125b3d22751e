import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { OfferDialog } from './OfferDialog.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import type { Offer, OfferedAd } from './types.ts'

interface ListingOfferProps {
  listing: OfferedAd & { state: string; price_type: string }
  signedIn: boolean
  onSignIn: () => void
  /** Called with the conversation that the offer was sent in. */
  onSent: (conversationId: string) => void
}

/** "Make an offer", or "Ask for it" for free items, beside the message button. Visitors sign in first. */
export function OfferButton({ listing, signedIn, onSignIn, onSent }: ListingOfferProps) {
  const [open, setOpen] = useState(false)
  if (listing.state !== 'active') return null
  const isFree = listing.price_type === 'free'
  const asked = { ad: listing, open, onOpenChange: setOpen, onSent: (offer: Offer) => onSent(offer.conversation_id) }
  return (
    <>
      <Button
        variant="secondary"
        size="lg"
        className="max-sm:px-3"
        onClick={() => (signedIn ? setOpen(true) : onSignIn())}
      >
        {isFree ? t('offers.askForIt') : t('offers.makeAnOffer')}
      </Button>
      {isFree ? <RequestDialog {...asked} /> : <OfferDialog {...asked} side="buyer" />}
    </>
  )
}
