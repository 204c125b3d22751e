import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogClose } from '../../ui/Dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { toast } from '../../ui/toast.ts'
import { blockPerson, DETAIL_LIMIT, REASONS, type Reason, type ReportTarget, report } from './api.ts'
import { afterBlocking } from './queries.ts'

const NOUNS: Record<ReportTarget['kind'], string> = {
  listing: t('trust.ad'),
  message: t('trust.message'),
  conversation: t('trust.conversation'),
  profile: t('trust.person'),
  review: t('trust.review'),
  photo: t('trust.photo'),
}

interface ReportDialogProps {
  target: ReportTarget
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Preselects a reason, leaving one step: a warned message is reported for what it was warned of. */
  suggested?: Reason
  /** Hides the block option for a person who is blocked already. */
  isBlocked?: boolean
}

/** Two steps: reason and details. Offers to block the person at the end. */
export function ReportDialog({ target, open, onOpenChange, suggested, isBlocked = false }: ReportDialogProps) {
  const [reason, setReason] = useState<Reason | null>(suggested ?? null)
  const [step, setStep] = useState<'reason' | 'detail'>(suggested ? 'detail' : 'reason')
  const [detail, setDetail] = useState('')
  const [shares, setShares] = useState(true)
  const sending = useMutation({
    mutationFn: () => report(target, reason ?? 'other', detail.trim(), shares && target.isChat === true),
  })
  const tooLong = [...detail].length > DETAIL_LIMIT

  if (sending.isSuccess) {
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={t('common.thankYou')}
        footer={<Ending target={target} isBlocked={isBlocked} onDone={() => onOpenChange(false)} />}
      >
        <p className="flex gap-3">
          <CircleCheck aria-hidden="true" strokeWidth={1.75} className="size-6 shrink-0 text-success" />
          <span>{t('trust.report.done', { data: sending.data })}</span>
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('trust.report.title', { value: NOUNS[target.kind] })}
      description={step === 'reason' ? t('trust.report.step1') : t('trust.report.step2')}
      footer={
        step === 'reason' ? (
          <Button disabled={reason === null} onClick={() => setStep('detail')}>
            {t('trust.next')}
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={() => setStep('reason')}>
              {t('common.back')}
            </Button>
            <Button
              variant="danger"
              disabled={tooLong}
              loading={sending.isPending}
              loadingLabel={t('common.sending')}
              onClick={() => sending.mutate()}
            >
              {t('trust.sendReport')}
            </Button>
          </>
        )
      }
    >
      {step === 'reason' ? (
        <RadioCards
          legend={t('common.whatIsWrong')}
          hideLegend
          options={REASONS}
          value={reason}
          onChange={setReason}
          className="sm:grid-cols-2"
        />
      ) : (
        <div className="grid gap-4">
          <TextAreaField
            label={t('trust.report.details')}
            hint={t('trust.held.length', { count: [...detail].length, most: DETAIL_LIMIT })}
            error={tooLong ? t('trust.held.tooLong', { most: DETAIL_LIMIT }) : undefined}
            rows={4}
            value={detail}
            onChange={(event) => setDetail(event.target.value)}
          />
          {target.isChat ? (
            <Checkbox
              checked={shares}
              onChange={(event) => setShares(event.target.checked)}
              label={t('trust.report.includeMessages')}
            />
          ) : null}
          {sending.isError ? (
            <p role="alert" className="text-danger-ink">
              {sentenceOf(sending.error)}
            </p>
          ) : null}
        </div>
      )}
    </Dialog>
  )
}

function Ending({ target, isBlocked, onDone }: { target: ReportTarget; isBlocked: boolean; onDone: () => void }) {
  const queries = useQueryClient()
  const blocking = useMutation({
    mutationFn: () => blockPerson(target.personId),
    onSuccess: async () => {
      await afterBlocking(queries)
      void toast({
        title: t('trust.report.blockedToo', { personName: target.personName }),
        description: t('trust.block.undoHint'),
      })
      onDone()
    },
    onError: (error) => void toast({ title: sentenceOf(error), tone: 'error' }),
  })
  return (
    <>
      {isBlocked ? null : (
        <Button
          variant="secondary"
          loading={blocking.isPending}
          loadingLabel={t('trust.blocking')}
          onClick={() => blocking.mutate()}
        >
          {t('trust.report.blockToo', { personName: target.personName })}
        </Button>
      )}
      <DialogClose asChild>
        <Button>{t('common.done')}</Button>
      </DialogClose>
    </>
  )
}
