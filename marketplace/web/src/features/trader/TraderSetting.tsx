import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { InputField, TextAreaField } from '../../ui/fields.tsx'
import { SettingRow } from '../../ui/SettingsGroup.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { declareTrader, endTrader, type Trader, traderQuery } from './api.ts'

const NOBODY: Trader = {
  legal_name: '',
  address: '',
  contact_email: '',
  contact_phone: '',
  register_no: null,
  vat_no: null,
}

/** Declares the user a business seller with public details, or reverts that. */
export function TraderSetting({ userId }: { userId: string }) {
  const { data, dataUpdatedAt, isPending } = useQuery(traderQuery(userId))
  const [open, setOpen] = useState(false)
  if (isPending) return <Skeleton className="h-18" />
  if (data === undefined) return null
  return (
    <SettingRow
      title={t('seller.trader.title')}
      line={data ? t('seller.trader.shownAs', { name: data.legal_name }) : t('seller.trader.hint')}
      action={
        open ? null : (
          <Button variant="secondary" size="s" onClick={() => setOpen(true)}>
            {data ? t('common.change') : t('seller.trader.sellAsBusiness')}
          </Button>
        )
      }
    >
      {open ? <Particulars key={dataUpdatedAt} trader={data} onClose={() => setOpen(false)} /> : null}
    </SettingRow>
  )
}

function useSaving(save: () => Promise<void>, done: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: () => {
      void toast({ title: done })
      onDone()
      return client.invalidateQueries()
    },
  })
}

function Particulars({ trader, onClose }: { trader: Trader | null; onClose: () => void }) {
  const [form, setForm] = useState(trader ?? NOBODY)
  const [certified, setCertified] = useState(false)
  const saving = useSaving(() => declareTrader(form), t('seller.trader.saved'), onClose)
  const ending = useSaving(endTrader, t('seller.trader.privateAgain'), onClose)
  const failed = [saving, ending].find(({ isError }) => isError)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  const line = (key: Exclude<keyof Trader, 'address'>, label: string, hint?: string) => (
    <InputField
      label={label}
      hint={hint}
      aside={key === 'register_no' || key === 'vat_no' ? t('common.optional') : undefined}
      value={form[key] ?? ''}
      maxLength={key === 'contact_email' ? 254 : 120}
      onChange={(event) => setForm({ ...form, [key]: event.target.value })}
    />
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {line('legal_name', t('seller.trader.legalName'))}
      <TextAreaField
        label={t('common.address')}
        rows={3}
        maxLength={300}
        value={form.address}
        onChange={(event) => setForm({ ...form, address: event.target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
        {line('contact_email', t('common.email'))}
        {line('contact_phone', t('common.phone'), t('seller.trader.phoneHint'))}
        {line('register_no', t('seller.trader.registerNumber'))}
        {line('vat_no', t('seller.trader.vatNumber'))}
      </div>
      <Checkbox
        checked={certified}
        onChange={(event) => setCertified(event.target.checked)}
        label={t('seller.trader.certify')}
      />
      {failed ? (
        <p role="alert" className="text-danger-ink">
          {sentenceOf(failed.error)}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!certified} loading={saving.isPending} loadingLabel={t('common.saving')}>
          {t('common.save')}
        </Button>
        {trader ? (
          <Button
            variant="ghost"
            loading={ending.isPending}
            loadingLabel={t('common.saving')}
            onClick={() => ending.mutate()}
          >
            {t('seller.trader.sellPrivatelyAgain')}
          </Button>
        ) : (
          <Button variant="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
