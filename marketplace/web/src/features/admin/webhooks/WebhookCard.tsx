import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { formatMoment } from '../../../ui/format-dates.ts'
import { ShownOnce } from '../../../ui/ShownOnce.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { deleteWebhook, rotateSecret, testWebhook, updateWebhook, type Webhook } from './api.ts'
import { Deliveries } from './Deliveries.tsx'
import { useWebhookMutation } from './queries.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import { healthOf } from './words.ts'

type Open = 'edit' | 'rotate' | 'delete' | null

export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<Open>(null)
  const [areDeliveriesShown, setAreDeliveriesShown] = useState(false)
  const update = useWebhookMutation(updateWebhook)
  const test = useWebhookMutation(testWebhook, t('admin.webhooks.testOnItsWay'))
  const { word, tone } = healthOf(webhook)
  const close = () => setOpen(null)
  const show = () => setAreDeliveriesShown(true)
  return (
    <section aria-labelledby={`webhook-${webhook.id}`} className="panel p-4 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={`webhook-${webhook.id}`} className="type-h3 [overflow-wrap:anywhere]">
            {webhook.description || webhook.url.replace(/^https?:\/\//i, '')}
          </h2>
          <p className="type-small font-mono text-ink-2 [overflow-wrap:anywhere]">{webhook.url}</p>
        </div>
        <div className="flex items-center gap-3">
          <Badge tone={tone}>{word}</Badge>
          <Switch
            label={<span className="sr-only">{t('admin.webhooks.urlGetsEvents', { url: webhook.url })}</span>}
            checked={webhook.enabled}
            disabled={update.isPending}
            onChange={(event) => update.mutate({ ...webhook, enabled: event.target.checked })}
          />
        </div>
      </div>
      <Trouble webhook={webhook} />
      <p className="type-small mt-2 text-ink-3 [overflow-wrap:anywhere]">
        {webhook.events.length === 0 ? t('admin.webhooks.noEvents') : webhook.events.join(', ')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="s"
          disabled={!webhook.enabled}
          loading={test.isPending}
          loadingLabel={t('common.sending')}
          onClick={() => test.mutate(webhook.id, { onSuccess: show })}
        >
          {t('admin.webhooks.sendTest')}
        </Button>
        <Button
          variant="ghost"
          size="s"
          aria-expanded={areDeliveriesShown}
          onClick={() => setAreDeliveriesShown(!areDeliveriesShown)}
        >
          {t('admin.webhooks.deliveries')}
        </Button>
        <Button variant="ghost" size="s" onClick={() => setOpen('edit')}>
          {t('common.change')}
        </Button>
        <Button variant="ghost" size="s" onClick={() => setOpen('rotate')}>
          {t('admin.webhooks.newSecret')}
        </Button>
        <Button variant="ghost" size="s" onClick={() => setOpen('delete')}>
          {t('common.delete')}
        </Button>
      </div>
      {areDeliveriesShown ? <Deliveries webhook={webhook} /> : null}
      {open === 'edit' ? <WebhookDialog webhook={webhook} onClose={close} /> : null}
      {open === 'rotate' ? <RotateDialog webhook={webhook} onClose={close} /> : null}
      {open === 'delete' ? <DeleteDialog webhook={webhook} onClose={close} /> : null}
    </section>
  )
}

function Trouble({ webhook: { disabled_reason, failing_since } }: { webhook: Webhook }) {
  const line =
    disabled_reason === 'gone'
      ? t('admin.webhooks.answeredGone')
      : disabled_reason === 'failing'
        ? t('admin.webhooks.switchedOffAfterFailures')
        : failing_since
          ? t('admin.webhooks.failingSince', {
              when: formatMoment(failing_since),
            })
          : null
  return line ? <p className="type-small mt-2 text-danger-ink">{line}</p> : null
}

function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const rotate = useWebhookMutation(rotateSecret)
  if (rotate.data !== undefined) {
    return (
      <Dialog
        onClose={onClose}
        title={t('admin.webhooks.newSecret')}
        footer={<Button onClick={onClose}>{t('common.done')}</Button>}
      >
        <ShownOnce label={t('admin.webhooks.newSecret')} value={rotate.data} />
      </Dialog>
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('admin.webhooks.newSecretQuestion')}
      description={t('admin.webhooks.newSecretHint')}
      footer={
        <Button
          loading={rotate.isPending}
          loadingLabel={t('common.makingIt')}
          onClick={() => rotate.mutate(webhook.id)}
        >
          {t('admin.webhooks.makeNewSecret')}
        </Button>
      }
    />
  )
}

function DeleteDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useWebhookMutation(deleteWebhook, t('admin.webhooks.webhookDeleted'))
  return (
    <Dialog
      onClose={onClose}
      title={t('admin.webhooks.deleteQuestion')}
      description={t('admin.webhooks.deleteHint', { url: webhook.url })}
      footer={
        <Button
          variant="danger"
          loading={remove.isPending}
          loadingLabel={t('common.deleting')}
          onClick={() => remove.mutate(webhook.id, { onSuccess: onClose })}
        >
          {t('common.delete')}
        </Button>
      }
    />
  )
}
