import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../../app/failure.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
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

/** Selling as a business: who that is, for everybody to read, and the way back. */
export function TraderForm({ userId }: { userId: string }) {
  const { data, dataUpdatedAt } = useQuery(traderQuery(userId))
  const [open, setOpen] = useState(false)
  if (data === undefined) return null
  return (
    <section aria-labelledby="trader-title" className="mt-10 grid max-w-2xl gap-3 border-t border-line pt-8">
      <h2 id="trader-title" className="type-h3">
        {t('Selling as a business')}
      </h2>
      <p className="text-ink-2">
        {data
          ? t('Your stall names {name} as who sells there.', { name: data.legal_name })
          : t('Who sells new or made things regularly, or to earn a living, is a business and says who that is.')}
      </p>
      {data || open ? (
        <Particulars key={dataUpdatedAt} trader={data} />
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          {t('I sell as a business')}
        </Button>
      )}
    </section>
  )
}

function useSaving(save: () => Promise<void>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: () => {
      void toast({ title: done })
      return client.invalidateQueries()
    },
  })
}

function Particulars({ trader }: { trader: Trader | null }) {
  const [form, setForm] = useState(trader ?? NOBODY)
  const [certified, setCertified] = useState(false)
  const saving = useSaving(() => declareTrader(form), t('Saved on your stall'))
  const ending = useSaving(endTrader, t('You sell privately again'))
  const failed = [saving, ending].find(({ isError }) => isError)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  const line = (key: Exclude<keyof Trader, 'address'>, label: string, hint?: string) => (
    <Field label={label} hint={hint} aside={key === 'register_no' || key === 'vat_no' ? t('optional') : undefined}>
      {(control) => (
        <Input
          {...control}
          value={form[key] ?? ''}
          maxLength={key === 'contact_email' ? 254 : 120}
          onChange={(event) => setForm({ ...form, [key]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {line('legal_name', t('Legal name'))}
      <Field label={t('Address')}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={300}
            value={form.address}
            onChange={(event) => setForm({ ...form, address: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
        {line('contact_email', t('Email'))}
        {line('contact_phone', t('Phone'), t('With its country, such as +351 912 345 678'))}
        {line('register_no', t('Register number'))}
        {line('vat_no', t('VAT number'))}
      </div>
      <Checkbox
        checked={certified}
        onChange={(event) => setCertified(event.target.checked)}
        label={t('This is true, everybody may read it, and I offer only what the law allows.')}
      />
      {failed ? (
        <p role="alert" className="text-danger-ink">
          {sentenceOf(failed.error)}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!certified} loading={saving.isPending} loadingLabel={t('Saving')}>
          {t('Save')}
        </Button>
        {trader ? (
          <Button variant="ghost" loading={ending.isPending} loadingLabel={t('Saving')} onClick={() => ending.mutate()}>
            {t('I sell privately again')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
