import { Eye, PencilLine } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Select } from '../../ui/Select.tsx'
import { ShownOnce } from '../../ui/ShownOnce.tsx'
import { useSecurityAct } from './queries.ts'
import { makeToken, type TokenScope } from './tokens.ts'

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-5 shrink-0' } as const

const SCOPES: { value: TokenScope; label: string; icon: React.ReactNode }[] = [
  { value: 'read', label: t('Read only'), icon: <Eye {...icon} /> },
  { value: 'write', label: t('Read and write'), icon: <PencilLine {...icon} /> },
]

const LIFETIMES_DAYS = [30, 90, 365]
const LONGEST_NAME = 60

/** Asks what a token is for, then shows it, once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const make = useSecurityAct(makeToken)
  const [form, setForm] = useState({ name: '', scope: 'read' as TokenScope, expires_in_days: 90 })
  const [isNameless, setIsNameless] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = form.name.trim()
    setIsNameless(name === '')
    if (name !== '') make.mutate({ ...form, name })
  }
  if (make.data !== undefined) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={t('Your token')}
        footer={<Button onClick={onClose}>{t('Done')}</Button>}
      >
        <ShownOnce label={t('Your token')} value={make.data} />
      </Dialog>
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('Make a token')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label={t('What it is for')}
          hint={t('So that you know it again')}
          error={isNameless ? t('Give the token a name.') : undefined}
        >
          {(control) => (
            <Input
              {...control}
              maxLength={LONGEST_NAME}
              value={form.name}
              onChange={(event) => setForm({ ...form, name: event.target.value })}
            />
          )}
        </Field>
        <RadioCards
          legend={t('It may')}
          options={SCOPES}
          value={form.scope}
          onChange={(scope) => setForm({ ...form, scope })}
          className="grid-cols-1 sm:grid-cols-2"
        />
        <Field label={t('It ends after')}>
          {(control) => (
            <Select
              {...control}
              value={form.expires_in_days}
              onChange={(event) => setForm({ ...form, expires_in_days: Number(event.target.value) })}
            >
              {LIFETIMES_DAYS.map((days) => (
                <option key={days} value={days}>
                  {t('{days, plural, one {# day} other {# days}}', { days })}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" className="justify-self-start" loading={make.isPending} loadingLabel={t('Making it')}>
          {t('Make a token')}
        </Button>
      </form>
    </Dialog>
  )
}
