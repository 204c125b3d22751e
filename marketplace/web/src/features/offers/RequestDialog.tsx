import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { sendOnEnter } from '../../ui/is-send-key.ts'
import { makeOffer } from './api.ts'
import { refreshDeals } from './queries.ts'
import type { Offer, OfferedAd } from './types.ts'

interface RequestDialogProps {
  ad: Pick<OfferedAd, 'id' | 'title'>
  /** The existing conversation; without one, the request opens it. */
  conversationId?: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onSent: (offer: Offer) => void
}

/** Requests a free item: no amount, an optional message. */
export function RequestDialog(props: RequestDialogProps) {
  const { ad, open, onOpenChange } = props
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('offers.askForIt')}
      description={t('offers.request.hint', { title: ad.title })}
    >
      {open ? <RequestForm {...props} /> : null}
    </Dialog>
  )
}

function RequestForm({ ad, conversationId, onOpenChange, onSent }: RequestDialogProps) {
  const queries = useQueryClient()
  const [message, setMessage] = useState('')
  // One id per request: retrying after a lost response asks only once.
  const [clientId] = useState(() => crypto.randomUUID())
  const send = useMutation({
    mutationFn: () =>
      makeOffer(
        { amountMinor: 0, clientId, message: message.trim() },
        conversationId ? { conversationId } : { listingId: ad.id },
      ),
    onSuccess: (offer) => {
      onOpenChange(false)
      onSent(offer)
      return refreshDeals(queries)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-1">
      <TextAreaField
        label={t('common.message')}
        aside={t('common.optional')}
        hint={t('offers.request.when')}
        error={send.isError ? sentenceOf(send.error) : null}
        rows={3}
        value={message}
        maxLength={300}
        onKeyDown={sendOnEnter}
        onChange={(event) => setMessage(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="type-small text-ink-2">{t('offers.holds48h')}</p>
        <Button type="submit" loading={send.isPending} loadingLabel={t('offers.asking')}>
          {t('offers.askForIt')}
        </Button>
      </div>
    </form>
  )
}
