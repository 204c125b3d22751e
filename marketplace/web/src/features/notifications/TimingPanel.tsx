import { useId } from 'react'
import { t } from '../../i18n/t.ts'
import { InputField, SelectField } from '../../ui/fields.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useSaveTiming, useTiming } from './queries.ts'
import type { Timing } from './types.ts'

/** When emails and push messages may be sent: quiet hours, and a daily digest. */
export function TimingPanel({ userId }: { userId: string }) {
  const timing = useTiming(userId)
  const save = useSaveTiming(userId)
  const hintId = useId()
  if (timing.isPending) return <Skeleton className="h-36" />
  if (timing.isLoadingError) return <LoadFailed onRetry={() => void timing.refetch()} />
  const now = timing.data
  const change = (part: Partial<Timing>) => save.mutate({ ...now, ...part })
  const isQuiet = now.quiet_from !== null
  const isDaily = now.digest === 'daily'
  return (
    <>
      <div className="grid gap-2 px-4 py-3.5 sm:px-5">
        <Switch
          label={<span className="font-semibold">{t('notices.quietHours')}</span>}
          aria-describedby={hintId}
          checked={isQuiet}
          onChange={() =>
            change(isQuiet ? { quiet_from: null, quiet_until: null } : { quiet_from: '22:00', quiet_until: '08:00' })
          }
        />
        <p id={hintId} className="type-small -mt-2 text-ink-2">
          {t('notices.quietHoursHint')}
        </p>
        {isQuiet ? (
          <div className="grid grid-cols-2 gap-4 sm:max-w-sm">
            <TimeField
              label={t('notices.from')}
              value={now.quiet_from ?? '22:00'}
              other={now.quiet_until}
              onChange={(time) => change({ quiet_from: time })}
            />
            <TimeField
              label={t('notices.until')}
              value={now.quiet_until ?? '08:00'}
              other={now.quiet_from}
              onChange={(time) => change({ quiet_until: time })}
            />
          </div>
        ) : null}
      </div>
      <div className="grid gap-2 px-4 py-3.5 sm:px-5">
        <Switch
          label={<span className="font-semibold">{t('notices.digest')}</span>}
          checked={isDaily}
          onChange={() => change({ digest: isDaily ? 'off' : 'daily' })}
        />
        {isDaily ? (
          <div className="sm:max-w-sm">
            <TimeField
              label={t('notices.at')}
              value={now.digest_at}
              other={null}
              onChange={(time) => change({ digest_at: time })}
            />
          </div>
        ) : null}
      </div>
      {isQuiet || isDaily ? (
        <SelectField
          label={t('notices.timeZone')}
          className="px-4 py-3.5 sm:px-5"
          value={now.time_zone}
          onChange={(event) => change({ time_zone: event.target.value })}
        >
          {zones(now.time_zone).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
      ) : null}
    </>
  )
}

interface TimeFieldProps {
  label: string
  value: string
  /** The other time, which this one must differ from. */
  other: string | null
  onChange: (time: string) => void
}

/** Saves on blur, so that a partial time is never sent. */
function TimeField({ label, value, other, onChange }: TimeFieldProps) {
  return (
    <InputField
      label={label}
      key={value}
      type="time"
      defaultValue={value}
      onBlur={(event) => {
        const time = event.target.value
        if (time && time !== other && time !== value) onChange(time)
        else event.target.value = value
      }}
    />
  )
}

function zones(chosen: string): string[] {
  return [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
}
