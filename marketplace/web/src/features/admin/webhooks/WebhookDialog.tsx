import { type FormEvent, useState } from 'react'
import type { WebhookEvent } from '../../../../../contract/webhooks.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { InputField } from '../../../ui/fields.tsx'
import { ShownOnce } from '../../../ui/ShownOnce.tsx'
import { createWebhook, updateWebhook, type Webhook, type WebhookForm } from './api.ts'
import { useWebhookMutation } from './queries.ts'
import { eventGroups } from './words.ts'

interface WebhookDialogProps {
  /** Null for a new endpoint. */
  webhook: Webhook | null
  onClose: () => void
}

const GROUPS = eventGroups()
const NEW: WebhookForm = { url: '', description: '', events: [] }

/** Edits an endpoint. For a new one, shows its secret once. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const create = useWebhookMutation(createWebhook)
  const update = useWebhookMutation(updateWebhook, t('common.changed'))
  const [form, setForm] = useState<WebhookForm>(webhook ?? NEW)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = { ...form, url: form.url.trim() }
    if (webhook) update.mutate({ ...webhook, ...wanted }, { onSuccess: onClose })
    else create.mutate(wanted)
  }
  if (create.data !== undefined) {
    return (
      <Dialog
        onClose={onClose}
        title={t('admin.webhooks.itsSecret')}
        footer={<Button onClick={onClose}>{t('common.done')}</Button>}
      >
        <ShownOnce label={t('admin.webhooks.itsSecret')} value={create.data} />
      </Dialog>
    )
  }
  const toggle = (one: WebhookEvent, isWanted: boolean) =>
    setForm({ ...form, events: isWanted ? [...form.events, one] : form.events.filter((other) => other !== one) })
  return (
    <Dialog
      onClose={onClose}
      kind="sheet"
      title={webhook ? t('admin.webhooks.changeThisWebhook') : t('admin.webhooks.aNewWebhook')}
      description={t('admin.webhooks.signedHint')}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <InputField
          label={t('common.address')}
          hint={t('admin.webhooks.urlHint')}
          type="url"
          inputMode="url"
          spellCheck={false}
          value={form.url}
          onChange={(event) => setForm({ ...form, url: event.target.value })}
        />
        <InputField
          label={t('common.whatItIsFor')}
          maxLength={200}
          value={form.description}
          onChange={(event) => setForm({ ...form, description: event.target.value })}
        />
        {GROUPS.map(({ name, events }) => (
          <fieldset key={name}>
            <legend className="font-semibold">{name}</legend>
            <div className="mt-1 grid sm:grid-cols-2">
              {events.map((one) => (
                <Checkbox
                  key={one}
                  label={<span className="font-mono text-[14px]">{one}</span>}
                  checked={form.events.includes(one)}
                  onChange={(event) => toggle(one, event.target.checked)}
                />
              ))}
            </div>
          </fieldset>
        ))}
        <Button
          type="submit"
          className="justify-self-start"
          loading={create.isPending || update.isPending}
          loadingLabel={t('common.saving')}
        >
          {webhook ? t('common.save') : t('admin.webhooks.addAWebhook')}
        </Button>
      </form>
    </Dialog>
  )
}
