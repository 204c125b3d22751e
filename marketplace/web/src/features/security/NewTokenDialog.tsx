import { Eye, PencilLine } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { InputField, SelectField } from '../../ui/fields.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { ShownOnce } from '../../ui/ShownOnce.tsx'
import { useSecurityMutation } from './queries.ts'
import { makeToken, type TokenScope } from './tokens.ts'

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-5 shrink-0' } as const

const SCOPES: { value: TokenScope; label: string; icon: React.ReactNode }[] = [
  { value: 'read', label: t('security.readOnly'), icon: <Eye {...icon} /> },
  { value: 'write', label: t('security.readAndWrite'), icon: <PencilLine {...icon} /> },
]

const LIFETIMES_DAYS = [30, 90, 365]
const LONGEST_NAME = 60

/** Creates a token and shows it once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const make = useSecurityMutation(makeToken)
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
        onClose={onClose}
        title={t('security.yourToken')}
        footer={<Button onClick={onClose}>{t('common.done')}</Button>}
      >
        <ShownOnce label={t('security.yourToken')} value={make.data} />
      </Dialog>
    )
  }
  return (
    <Dialog onClose={onClose} title={t('security.makeAToken')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <InputField
          label={t('common.whatItIsFor')}
          hint={t('security.tokens.nameHint')}
          error={isNameless ? t('security.tokens.nameMissing') : undefined}
          maxLength={LONGEST_NAME}
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.target.value })}
        />
        <RadioCards
          legend={t('security.permissions')}
          options={SCOPES}
          value={form.scope}
          onChange={(scope) => setForm({ ...form, scope })}
          className="grid-cols-1 sm:grid-cols-2"
        />
        <SelectField
          label={t('security.itEndsAfter')}
          value={form.expires_in_days}
          onChange={(event) => setForm({ ...form, expires_in_days: Number(event.target.value) })}
        >
          {LIFETIMES_DAYS.map((days) => (
            <option key={days} value={days}>
              {t('common.days', { days })}
            </option>
          ))}
        </SelectField>
        <Button
          type="submit"
          className="justify-self-start"
          loading={make.isPending}
          loadingLabel={t('common.makingIt')}
        >
          {t('security.makeAToken')}
        </Button>
      </form>
    </Dialog>
  )
}
