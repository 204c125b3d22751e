import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatMoment } from '../../../ui/format-dates.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Skeleton, useDelayed } from '../../../ui/Skeleton.tsx'
import { type Delivery, resend, type Webhook } from './api.ts'
import { useDeliveries, useWebhookMutation } from './queries.ts'
import { stateOf } from './words.ts'

/** Deliveries to an endpoint within 30 days, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const deliveries = useDeliveries(webhook.id)
  const waiting = useDelayed(deliveries.isPending)
  const all = deliveries.data?.pages.flat() ?? []
  return (
    <div className="mt-4 border-t border-line pt-3">
      <h3 className="font-semibold">{t('admin.webhooks.deliveries')}</h3>
      {waiting ? <Skeleton className="mt-2 h-24 rounded-field" /> : null}
      {deliveries.isLoadingError ? <LoadFailed as="h3" onRetry={() => void deliveries.refetch()} /> : null}
      {deliveries.data && all.length === 0 ? (
        <p className="mt-1 text-ink-3">{t('admin.webhooks.nothingSent')}</p>
      ) : null}
      <ul className="mt-1 divide-y divide-line">
        {all.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} canSend={webhook.enabled} />
        ))}
      </ul>
      {deliveries.hasNextPage ? (
        <Button
          variant="secondary"
          size="s"
          className="mt-3"
          loading={deliveries.isFetchingNextPage}
          loadingLabel={t('app.loading')}
          onClick={() => void deliveries.fetchNextPage()}
        >
          {t('common.showMore')}
        </Button>
      ) : null}
    </div>
  )
}

function DeliveryRow({ delivery, canSend }: { delivery: Delivery; canSend: boolean }) {
  const again = useWebhookMutation(resend, t('admin.webhooks.sentAgain'))
  const { event, attempts, status, problem, answer } = delivery
  const { word, tone } = stateOf(delivery)
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-mono text-[14px] font-semibold">{event.type}</span>
        <Badge tone={tone}>{word}</Badge>
        <span className="type-small tnum text-ink-3">
          {t('admin.webhooks.attempts', {
            when: formatMoment(event.at),
            attempts,
          })}
        </span>
        {status === null ? null : <span className="type-small tnum text-ink-3">{`HTTP ${status}`}</span>}
      </div>
      {problem ? <p className="type-small mt-1 text-danger-ink [overflow-wrap:anywhere]">{problem}</p> : null}
      {delivery.state === 'pending' && attempts > 0 ? (
        <p className="type-small mt-1 text-ink-3">
          {t('admin.webhooks.nextAt', { when: formatMoment(delivery.due_at) })}
        </p>
      ) : null}
      <details className="mt-1">
        <summary className="type-small hit-44 w-fit cursor-pointer font-semibold text-brand">
          {t('admin.webhooks.request')}
        </summary>
        <Written
          label={t('admin.webhooks.request')}
          text={JSON.stringify(
            { type: event.type, timestamp: new Date(event.at).toISOString(), data: event.data },
            null,
            2,
          )}
        />
        <p className="type-small mt-1 font-mono text-ink-3 [overflow-wrap:anywhere]">{`webhook-id: ${event.id}`}</p>
        {answer ? (
          <>
            <p className="type-small mt-2 font-semibold">{t('admin.webhooks.response')}</p>
            <Written label={t('admin.webhooks.response')} text={answer} />
          </>
        ) : null}
      </details>
      <Button
        variant="ghost"
        size="s"
        className="-ms-3 mt-1"
        disabled={!canSend}
        aria-label={t('admin.webhooks.sendAgain', { type: event.type, when: formatMoment(event.at) })}
        loading={again.isPending}
        loadingLabel={t('common.sending')}
        onClick={() => again.mutate(delivery.id)}
      >
        {t('common.sendAgain')}
      </Button>
    </li>
  )
}

function Written({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable with the keyboard
    <section tabIndex={0} aria-label={label} className="mt-1 max-h-64 overflow-auto rounded-field bg-sunken p-3">
      <pre className="font-mono text-[13px]/5 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</pre>
    </section>
  )
}
