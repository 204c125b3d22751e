import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogClose } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { toast } from '../../ui/toast.ts'
import { blockPerson, DETAIL_LIMIT, REASONS, type Reason, type ReportTarget, report } from './api.ts'
import { afterBlocking } from './queries.ts'

const NOUNS: Record<ReportTarget['kind'], string> = {
  listing: t('ad'),
  message: t('message'),
  conversation: t('conversation'),
  profile: t('person'),
  review: t('review'),
  photo: t('photo'),
}

interface ReportDialogProps {
  target: ReportTarget
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Chosen already, which leaves one step: a warned message is reported as what it was warned of. */
  suggested?: Reason
  /** Nothing more can be blocked when it was done before. */
  isBlocked?: boolean
}

/** Two steps: what is wrong, and what we should know. At the end the person can be blocked as well. */
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
        title={t('Thank you')}
        footer={<Ending target={target} isBlocked={isBlocked} onDone={() => onOpenChange(false)} />}
      >
        <p className="flex gap-3">
          <CircleCheck aria-hidden="true" strokeWidth={1.75} className="size-6 shrink-0 text-success" />
          <span>
            {t(
              'Your report no. {data} is with us. A person looks at it, usually within a day, and we tell you what came of it.',
              { data: sending.data },
            )}
          </span>
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('Report this {value}', { value: NOUNS[target.kind] })}
      description={
        step === 'reason' ? t('Step 1 of 2. They are not told who reported.') : t('Step 2 of 2. Both are up to you.')
      }
      footer={
        step === 'reason' ? (
          <Button disabled={reason === null} onClick={() => setStep('detail')}>
            {t('Next')}
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={() => setStep('reason')}>
              {t('Back')}
            </Button>
            <Button
              variant="danger"
              disabled={tooLong}
              loading={sending.isPending}
              loadingLabel={t('Sending')}
              onClick={() => sending.mutate()}
            >
              {t('Send report')}
            </Button>
          </>
        )
      }
    >
      {step === 'reason' ? (
        <RadioCards
          legend={t('What is wrong?')}
          hideLegend
          options={REASONS}
          value={reason}
          onChange={setReason}
          className="sm:grid-cols-2"
        />
      ) : (
        <div className="grid gap-4">
          <Field
            label={t('What should we know?')}
            hint={t('{count} of {most} characters', { count: [...detail].length, most: DETAIL_LIMIT })}
            error={tooLong ? t('Shorten it to {most} characters.', { most: DETAIL_LIMIT }) : undefined}
          >
            {(control) => (
              <TextArea {...control} rows={4} value={detail} onChange={(event) => setDetail(event.target.value)} />
            )}
          </Field>
          {target.isChat ? (
            <Checkbox
              checked={shares}
              onChange={(event) => setShares(event.target.checked)}
              label={t(
                'Send the last ten messages of this chat along. Only moderators read them, and only for this report.',
              )}
            />
          ) : null}
          {sending.isError ? (
            <p role="alert" className="text-danger-ink">
              {sending.error.message}
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
        title: t('{personName} is blocked', { personName: target.personName }),
        description: t('You can undo it in your settings.'),
      })
      onDone()
    },
    onError: (error) => void toast({ title: error.message, tone: 'error' }),
  })
  return (
    <>
      {isBlocked ? null : (
        <Button
          variant="secondary"
          loading={blocking.isPending}
          loadingLabel={t('Blocking')}
          onClick={() => blocking.mutate()}
        >
          {t('Block {personName} as well', { personName: target.personName })}
        </Button>
      )}
      <DialogClose asChild>
        <Button>{t('Done')}</Button>
      </DialogClose>
    </>
  )
}
