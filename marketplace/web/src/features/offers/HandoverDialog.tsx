import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../../app/failure.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { enterHandoverCode, openHandoverCode } from './api.ts'
import { useTradeActs } from './queries.ts'
import type { Deal } from './types.ts'

interface HandoverDialogProps {
  deal: Deal
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The buyer's four digits, shown to be told to the seller. */
export function ShowCodeDialog({ deal, open, onOpenChange }: HandoverDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('Your handover code')}
      description={t('Tell it to the seller once the thing is in your hands and you are happy with it. Not before.')}
    >
      {open ? <Code dealId={deal.id} /> : null}
    </Dialog>
  )
}

function Code({ dealId }: { dealId: string }) {
  const code = useQuery({
    queryKey: ['handover-code', dealId],
    queryFn: () => openHandoverCode(dealId),
    // Each opening makes a new one: a code is never kept on the device.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (code.isError) return <LoadFailed what={t('your code')} onRetry={() => void code.refetch()} />
  return (
    <div className="grid justify-items-center gap-4 py-4">
      {code.data ? (
        <p className="tnum rounded-panel bg-brand-soft px-8 py-5 font-display text-[56px]/14 font-[680] tracking-[0.14em] text-brand-ink">
          <span aria-hidden="true">{code.data}</span>
          <span className="sr-only">{t('Your code: {value}', { value: [...code.data].join(' ') })}</span>
        </p>
      ) : (
        <Skeleton className="h-24 w-64 rounded-panel" />
      )}
      <p className="type-small text-center text-ink-2">
        {t('It ends the deal. Opening this again makes a new one, and the old one no longer counts.')}
      </p>
    </div>
  )
}

/** Where the seller enters what the buyer told. */
export function EnterCodeDialog({ deal, open, onOpenChange }: HandoverDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('Handover code')}
      description={t('Ask the buyer for the four digits on their page of this deal. They complete it.')}
    >
      {open ? <CodeForm dealId={deal.id} onDone={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}

function CodeForm({ dealId, onDone }: { dealId: string; onDone: () => void }) {
  const { refresh } = useTradeActs()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const enter = useMutation({
    mutationFn: (digits: string) => enterHandoverCode(dealId, digits),
    onSuccess: (answer) => {
      if (!answer.accepted)
        return setProblem(
          t('That is not the code. {triesLeft, plural, one {# try} other {# tries}} left.', {
            triesLeft: answer.tries_left,
          }),
        )
      void toast({ title: t('The deal is done'), description: t('How was it? Leave a review.') })
      onDone()
      return refresh()
    },
    onError: (error) => setProblem(sentenceOf(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!/^\d{4}$/.test(code)) return setProblem(t('Enter the four digits.'))
    setProblem(null)
    enter.mutate(code)
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-3 pt-1">
      <Field label={t('Code')} error={problem} className="flex-1">
        {(control) => (
          <Input
            {...control}
            value={code}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            className="tnum font-display text-[20px] font-[650] tracking-[0.2em]"
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          />
        )}
      </Field>
      <Button type="submit" className="mt-6.5 h-12" loading={enter.isPending} loadingLabel={t('Checking')}>
        {t('Complete')}
      </Button>
    </form>
  )
}
