import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { OfferDialog } from './OfferDialog.tsx'
import type { useDealMutation } from './queries.ts'
import type { Offer, OfferedAd } from './types.ts'

interface OfferAnswerProps {
  offer: Offer
  ad: OfferedAd | null
  mine: boolean
  /** The user's role in the conversation. */
  role: 'buyer' | 'seller'
  actions: ReturnType<typeof useDealMutation>
  /** Accessible names of the buttons, as they name the offer. */
  names: { accept: string; counter: string; decline: string; withdraw?: string }
  /** Class of the row of buttons, and of each. */
  className: string
  buttonClass: string
}

/** Buttons to withdraw the user's own open offer, or to answer another's. */
export function OfferAnswer({ offer, ad, mine, role, actions, names, className, buttonClass }: OfferAnswerProps) {
  const { answer } = actions
  const [countering, setCountering] = useState(false)
  const isFree = offer.amount_minor === 0
  const does = (verb: 'accept' | 'decline' | 'withdraw', loadingLabel: string) => ({
    size: 's' as const,
    loading: answer.isPending && answer.variables.verb === verb,
    loadingLabel,
    onClick: () => answer.mutate({ verb, offer }),
  })
  return (
    <div className={className}>
      {mine ? (
        <Button {...does('withdraw', t('offers.withdrawing'))} variant="ghost" aria-label={names.withdraw}>
          {t('offers.withdraw')}
        </Button>
      ) : (
        <>
          <Button {...does('accept', t('offers.accepting'))} className={buttonClass} aria-label={names.accept}>
            {isFree ? t('common.yes') : t('common.accept')}
          </Button>
          {isFree ? null : (
            <Button
              variant="secondary"
              size="s"
              className={buttonClass}
              aria-label={names.counter}
              onClick={() => setCountering(true)}
            >
              {t('offers.counter')}
            </Button>
          )}
          <Button {...does('decline', '…')} variant="ghost" className="px-2!" aria-label={names.decline}>
            {isFree ? t('common.no') : t('common.decline')}
          </Button>
        </>
      )}
      {ad ? (
        <OfferDialog
          ad={ad}
          side={role}
          conversationId={offer.conversation_id}
          counters={offer}
          open={countering}
          onOpenChange={setCountering}
          onSent={() => undefined}
        />
      ) : null}
    </div>
  )
}
