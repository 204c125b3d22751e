import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { InputField } from '../../ui/fields.tsx'
import { type PayoutPlan, saveTestBank } from './api.ts'

/** Test replacement for the payment provider's own form. */
export function BankDialog({ plan, onClose }: { plan: PayoutPlan; onClose: () => void }) {
  const queries = useQueryClient()
  const formId = useId()
  const [holder, setHolder] = useState(plan.holder ?? '')
  const [iban, setIban] = useState('')
  const saving = useMutation({
    mutationFn: () => saveTestBank(holder, iban),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['balance'] })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('balance.account.add')}
      description={t('balance.account.test')}
      cancel={t('common.cancel')}
      footer={
        <Button type="submit" form={formId} loading={saving.isPending} loadingLabel={t('common.saving')}>
          {t('common.save')}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <InputField
          label={t('balance.account.holder')}
          autoComplete="name"
          maxLength={70}
          value={holder}
          onChange={(event) => setHolder(event.target.value)}
        />
        <InputField
          label={t('balance.account.iban')}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="characters"
          error={saving.isError ? sentenceOf(saving.error) : null}
          maxLength={42}
          value={iban}
          onChange={(event) => setIban(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
