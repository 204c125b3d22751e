import { useQuery } from '@tanstack/react-query'
import { CircleAlert, History } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatMoment } from '../../ui/format-dates.ts'
import { type AccountEvent, isAlarming, readActivity, sentenceOfEvent } from './activity.ts'
import { deviceName } from './device-name.ts'
import { Panel } from './Panel.tsx'

/** Recent security events of the account. */
export function RecentActivity() {
  const activity = useQuery({ queryKey: ['security', 'activity'], queryFn: readActivity, staleTime: 30_000 })
  const [showsAll, setShowsAll] = useState(false)
  const events = (activity.data ?? []).filter((event) => sentenceOfEvent(event) !== null)
  const shown = showsAll ? events : events.filter(isAlarming)
  return (
    <Panel
      title={t('security.recentActivity')}
      line={events.length === 0 ? t('security.activity.none') : t('security.activity.hint')}
      query={activity}
      action={
        events.length > shown.length ? (
          <Button variant="secondary" size="s" onClick={() => setShowsAll(true)}>
            {t('security.activity.showAll', { count: events.length })}
          </Button>
        ) : null
      }
    >
      <ul className="divide-y divide-line empty:hidden">
        {shown.map((event) => (
          <EventRow key={`${event.at} ${event.kind}`} event={event} />
        ))}
      </ul>
    </Panel>
  )
}

function EventRow({ event }: { event: AccountEvent }) {
  const Icon = isAlarming(event) ? CircleAlert : History
  const where = [
    event.by_operator ? t('security.byTheOperator') : event.user_agent ? deviceName(event.user_agent) : null,
    event.network,
  ]
  return (
    <li className="flex items-center gap-3 py-2">
      <Icon
        aria-hidden="true"
        strokeWidth={1.75}
        className={`size-5 shrink-0 ${isAlarming(event) ? 'text-danger' : 'text-ink-3'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {sentenceOfEvent(event)}
          {event.current ? <Badge tone="brand">{t('security.here')}</Badge> : null}
        </p>
        <p className="type-small text-ink-3">
          {[formatMoment(event.at), ...where].filter((part) => part !== null).join(' · ')}
        </p>
      </div>
    </li>
  )
}
