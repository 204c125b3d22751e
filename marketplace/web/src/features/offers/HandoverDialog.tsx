import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { enterHandoverCode, openHandoverCode } from './api.ts'
import { useDealMutation } from './queries.ts'
import type { Deal } from './types.ts'

interface HandoverDialogProps {
  deal: Deal
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The buyer's four-digit code, to show to the seller in person. */
export function ShowCodeDialog({ deal, open, onOpenChange }: HandoverDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('offers.yourHandoverCode')}
      description={t('offers.code.showHint')}
    >
      {open ? <Code dealId={deal.id} /> : null}
    </Dialog>
  )
}

function Code({ dealId }: { dealId: string }) {
  const code = useQuery({
    queryKey: ['handover-code', dealId],
    queryFn: () => openHandoverCode(dealId),
    // Never cached on the device.
    gcTime: 0,
  })
  if (code.isLoadingError) return <LoadFailed onRetry={() => void code.refetch()} />
  return (
    <div className="grid justify-items-center gap-4 py-4">
      {code.data ? (
        <p className="tnum rounded-panel bg-brand-soft px-8 py-5 font-display text-[56px]/14 font-[680] tracking-[0.14em] text-brand-ink">
          <span aria-hidden="true">{code.data}</span>
          <span className="sr-only">{t('offers.code.yours', { value: [...code.data].join(' ') })}</span>
        </p>
      ) : (
        <Skeleton className="h-24 w-64 rounded-panel" />
      )}
    </div>
  )
}

/** Where the seller enters the buyer's code. */
export function EnterCodeDialog({ deal, open, onOpenChange }: HandoverDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('offers.handoverCode')}
      description={t('offers.code.enterHint')}
    >
      {open ? <CodeForm dealId={deal.id} onDone={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}

function CodeForm({ dealId, onDone }: { dealId: string; onDone: () => void }) {
  const { refresh } = useDealMutation()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const enter = useMutation({
    mutationFn: (digits: string) => enterHandoverCode(dealId, digits),
    onSuccess: (answer) => {
      if (!answer.accepted)
        return setProblem(
          t('offers.code.wrong', {
            triesLeft: answer.tries_left,
          }),
        )
      void toast({ title: t('offers.toast.dealDone'), description: t('offers.code.review') })
      onDone()
      return refresh()
    },
    onError: (error) => setProblem(sentenceOf(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!/^\d{4}$/.test(code)) return setProblem(t('offers.code.missing'))
    setProblem(null)
    enter.mutate(code)
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-3 pt-1">
      <Field label={t('common.code')} error={problem} className="flex-1">
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
      <Button type="submit" className="mt-6.5 h-12" loading={enter.isPending} loadingLabel={t('common.checking')}>
        {t('offers.complete')}
      </Button>
    </form>
  )
}
