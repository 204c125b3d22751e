import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { SettingsGroup } from '../../ui/SettingsGroup.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { GROUP } from './group-words.ts'
import { usePreferences, useSavePreference } from './queries.ts'
import { CHANNELS, type Channel, type Preference } from './types.ts'

const CHANNEL_LABEL: Record<Channel, string> = {
  in_app: t('common.inApp'),
  mail: t('common.emailShort'),
  push: t('common.push'),
}

const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_repeat(3,3.25rem)] items-center sm:grid-cols-[minmax(0,1fr)_repeat(3,4.5rem)]'

/** The channels of each notification group. */
export function Preferences({ userId }: { userId: string }) {
  const preferences = usePreferences(userId)
  const save = useSavePreference(userId)
  if (preferences.isPending) return <Skeleton className="h-96 rounded-panel" />
  if (preferences.isLoadingError) return <LoadFailed onRetry={() => void preferences.refetch()} />
  return (
    <SettingsGroup title={t('notices.preferences')}>
      <div className="px-4 py-2 sm:px-5">
        <div aria-hidden="true" className={cx(COLUMNS, 'py-2')}>
          <span />
          {CHANNELS.map((channel) => (
            <span key={channel} className="type-small text-center font-semibold text-ink-3">
              {CHANNEL_LABEL[channel]}
            </span>
          ))}
        </div>
        {preferences.data.map((group) => (
          <Group key={group.name} group={group} onChange={(chosen) => save.mutate(chosen)} />
        ))}
      </div>
    </SettingsGroup>
  )
}

function Group({ group, onChange }: { group: Preference; onChange: (chosen: Preference) => void }) {
  const { title, line } = GROUP[group.name] ?? { title: group.name, line: '' }
  return (
    <fieldset className="border-t border-line py-2">
      <legend className="sr-only">{title}</legend>
      <div className={COLUMNS}>
        <div className="py-1 pe-3">
          <p className="text-[14px]/5 font-semibold">{title}</p>
          {line ? <p className="type-small text-ink-2">{line}</p> : null}
        </div>
        {CHANNELS.map((channel) => (
          <label key={channel} className="grid min-h-11 cursor-pointer place-items-center">
            <span className="sr-only">
              {title}: {CHANNEL_LABEL[channel]}
            </span>
            <input
              type="checkbox"
              checked={group[channel]}
              onChange={(event) => onChange({ ...group, [channel]: event.target.checked })}
              className="size-5 accent-brand"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
