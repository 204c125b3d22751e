import { t } from '../../i18n/t.ts'
import { SettingsColumns, SettingsGroup } from '../../ui/SettingsGroup.tsx'
import { Preferences } from './Preferences.tsx'
import { PushPanel } from './PushPanel.tsx'
import { TimingPanel } from './TimingPanel.tsx'

/** Which notifications to get, by which channels, and when. */
export function NotificationSettings({ userId }: { userId: string }) {
  return (
    <SettingsColumns>
      <Preferences userId={userId} />
      <SettingsGroup title={t('notices.pushAndTime')}>
        <PushPanel userId={userId} />
        <TimingPanel userId={userId} />
      </SettingsGroup>
    </SettingsColumns>
  )
}
