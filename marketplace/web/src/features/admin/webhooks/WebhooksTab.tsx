import { Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Skeleton, useDelayed } from '../../../ui/Skeleton.tsx'
import { useWebhooks } from './queries.ts'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'

/** /admin/webhooks: endpoints, their health and deliveries. */
export function WebhooksTab() {
  const webhooks = useWebhooks()
  const waiting = useDelayed(webhooks.isPending)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-2xl">
          <h1 className="type-h1">{t('admin.webhooks')}</h1>
          <p className="mt-1 text-ink-2">{t('admin.webhooks.intro')}</p>
        </div>
        <Button variant="secondary" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden="true" strokeWidth={1.75} className="size-5" />
          {t('admin.webhooks.addAWebhook')}
        </Button>
      </div>
      {waiting ? <Skeleton className="h-48 rounded-card" /> : null}
      {webhooks.isLoadingError ? (
        <div className="panel p-6">
          <LoadFailed onRetry={() => void webhooks.refetch()} />
        </div>
      ) : null}
      {webhooks.data?.length === 0 ? (
        <EmptyState title={t('admin.webhooks.none')} line={t('admin.webhooks.noneHint')} />
      ) : null}
      <div className="grid gap-5">
        {webhooks.data?.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} />
        ))}
      </div>
      {isAdding ? <WebhookDialog webhook={null} onClose={() => setIsAdding(false)} /> : null}
    </>
  )
}
