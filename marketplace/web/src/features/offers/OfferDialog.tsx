import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { priceText, readPrice } from '../../../../contract/money/price.ts'
import { buyerFeeMinor } from '../../../../contract/orders/fee.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { exactMoney } from '../../ui/exact-money.ts'
import { Field } from '../../ui/Field.tsx'
import { InputField } from '../../ui/fields.tsx'
import { currencySign, formatMoney } from '../../ui/format.ts'
import { Input } from '../../ui/Input.tsx'
import { counterOffer, makeOffer } from './api.ts'
import { refreshDeals, useOfferTerms } from './queries.ts'
import type { Offer, OfferedAd, OfferTerms } from './types.ts'
import { suggestedAmounts } from './wording.ts'

interface OfferDialogProps {
  ad: Pick<OfferedAd, 'id' | 'title' | 'price_minor' | 'currency'>
  /** The role in the conversation: minimum offer and number of tries apply to buyers only. */
  side: 'buyer' | 'seller'
  /** The existing conversation; without one, the offer opens it. */
  conversationId?: string
  /** The other person's offer that this one counters. */
  counters?: Pick<Offer, 'id' | 'amount_minor'>
  open: boolean
  onOpenChange: (open: boolean) => void
  onSent: (offer: Offer) => void
}

/** Enters an amount: a first offer, another one, or a counter-offer. */
export function OfferDialog(props: OfferDialogProps) {
  const { ad, counters, open, onOpenChange } = props
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={counters ? t('offers.counterOffer') : t('offers.makeAnOffer')}
      description={
        ad.price_minor
          ? t('offers.titleAsking', { title: ad.title, amount: formatMoney(ad.price_minor, ad.currency) })
          : ad.title
      }
    >
      {open ? <OfferForm {...props} /> : null}
    </Dialog>
  )
}

function OfferForm({ ad, side, conversationId, counters, onOpenChange, onSent }: OfferDialogProps) {
  const queries = useQueryClient()
  const terms = useOfferTerms(ad.id, side === 'buyer')
  const [text, setText] = useState('')
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  // One id per offer: retrying after a lost response creates no second one.
  const [clientId] = useState(() => crypto.randomUUID())
  const send = useMutation({
    mutationFn: (amountMinor: number) => {
      const offer = { amountMinor, clientId, message: message.trim() }
      if (counters) return counterOffer(counters.id, offer)
      return makeOffer(offer, conversationId ? { conversationId } : { listingId: ad.id })
    },
    onSuccess: (offer) => {
      onOpenChange(false)
      onSent(offer)
      return refreshDeals(queries)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const reading = readPrice(text, ad.currency)
    const found = reading.ok
      ? problemWith(reading.minor, { ad, side, counters, terms: terms.data })
      : t('offers.amountInvalid')
    setProblem(found)
    if (reading.ok && found === null) send.mutate(reading.minor)
  }
  const offered = readPrice(text, ad.currency)
  const withFee =
    side === 'buyer' && config.payments !== 'off' && offered.ok && offered.minor > 0 ? offered.minor : null
  const triesLeft = side === 'buyer' ? terms.data?.tries_left : undefined
  const suggestions = suggestedAmounts(ad.price_minor, terms.data?.floor_minor ?? null).filter(
    (amount) => !counters || (side === 'seller' ? amount > counters.amount_minor : amount < counters.amount_minor),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-1">
      {counters ? (
        <p className="rounded-panel bg-sunken px-4 py-3 text-ink-2">
          <Trans
            id="offers.replacesTheirs"
            values={{ amount: formatMoney(counters.amount_minor, ad.currency) }}
            components={{ 0: <b className="font-semibold text-ink" /> }}
          />
        </p>
      ) : null}
      {!counters && terms.data?.open?.mine ? (
        <p className="rounded-panel bg-sunken px-4 py-3 text-ink-2">
          {t('offers.replacesYours', {
            amount: formatMoney(terms.data.open.amount_minor, ad.currency),
          })}
        </p>
      ) : null}
      <div className="grid gap-3">
        <Field
          label={t('offers.yourAmount')}
          hint={
            withFee === null
              ? floorSentence(side, terms.data)
              : t('offers.withProtection', {
                  amount: exactMoney(
                    withFee + buyerFeeMinor(withFee, 'ship', config.buyerFee, ad.currency),
                    ad.currency,
                  ),
                })
          }
          error={problem ?? (send.isError ? sentenceOf(send.error) : null)}
        >
          {(control) => (
            <Input
              {...control}
              ref={focusOnOpen}
              value={text}
              inputMode="decimal"
              autoComplete="off"
              before={currencySign(ad.currency)}
              className="font-display text-[20px] font-[650]"
              onChange={(event) => {
                setText(event.target.value)
                setProblem(null)
              }}
            />
          )}
        </Field>
        {suggestions.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            {suggestions.map((amount) => (
              <Chip
                key={amount}
                onClick={() => {
                  setText(priceText(amount, ad.currency))
                  setProblem(null)
                }}
              >
                {formatMoney(amount, ad.currency)}
              </Chip>
            ))}
          </div>
        ) : null}
      </div>
      <InputField
        label={t('common.message')}
        aside={t('common.optional')}
        value={message}
        maxLength={300}
        placeholder={t('offers.pickUpToday')}
        onChange={(event) => setMessage(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="type-small text-ink-2" aria-live="polite">
          {triesLeft === undefined
            ? t('offers.holds48h')
            : t('offers.triesLeft', {
                triesLeft,
              })}
        </p>
        <Button
          type="submit"
          loading={send.isPending}
          loadingLabel={t('common.sending')}
          disabled={triesLeft === 0}
          className="max-sm:w-full"
        >
          {counters ? t('offers.sendCounterOffer') : t('offers.sendOffer')}
        </Button>
      </div>
    </form>
  )
}

/** Without this the focus would start on the close button. */
function focusOnOpen(field: HTMLInputElement | null): void {
  field?.focus()
}

function floorSentence(side: 'buyer' | 'seller', terms: OfferTerms | undefined): string | undefined {
  if (side !== 'buyer' || !terms?.floor_minor || terms.floor_minor <= 1) return undefined
  return t('offers.floorIs', { amount: formatMoney(terms.floor_minor, terms.currency) })
}

interface Situation {
  ad: OfferDialogProps['ad']
  side: 'buyer' | 'seller'
  counters: OfferDialogProps['counters']
  terms: OfferTerms | undefined
}

/** Client-side version of private.amount_problem; the database decides. */
function problemWith(amount: number, { ad, side, counters, terms }: Situation): string | null {
  if (amount < 1) return t('offers.amountMissing')
  // Under a wanted ad there is no minimum, and any amount is allowed.
  if (ad.price_minor && terms?.floor_minor && amount > ad.price_minor) {
    return t('offers.aboveAsking', { amount: formatMoney(ad.price_minor, ad.currency) })
  }
  if (terms?.floor_minor && amount < terms.floor_minor) {
    return t('offers.floorIs', { amount: formatMoney(terms.floor_minor, terms.currency) })
  }
  if (side === 'seller' && counters && amount <= counters.amount_minor) {
    return t('offers.theirsIsBetter')
  }
  return null
}
