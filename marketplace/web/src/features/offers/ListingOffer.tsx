import { HandCoins } from 'lucide-react'
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
  /** A single word, for the bar on phones. */
  isShort?: boolean
  /** Called with the conversation that the offer was sent in. */
  onSent: (conversationId: string) => void
}

/** "Make an offer", or "Ask for it" for free items, beside the message button. Visitors sign in first. */
export function OfferButton({ listing, signedIn, onSignIn, isShort = false, onSent }: ListingOfferProps) {
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
        {isShort ? <HandCoins aria-hidden="true" strokeWidth={1.75} className="size-5 max-[22rem]:hidden" /> : null}
        {isFree ? t('offers.askForIt') : isShort ? t('offers.offer') : t('offers.makeAnOffer')}
      </Button>
      {isFree ? <RequestDialog {...asked} /> : <OfferDialog {...asked} side="buyer" />}
    </>
  )
}
