import { Preferences } from './Preferences.tsx'
import { PushPanel } from './PushPanel.tsx'
import { TimingPanel } from './TimingPanel.tsx'

/** What to be told, in which ways, and when. */
export function NotificationSettings({ userId }: { userId: string }) {
  return (
    <div className="grid max-w-3xl gap-5">
      <Preferences userId={userId} />
      <PushPanel userId={userId} />
      <TimingPanel userId={userId} />
    </div>
  )
}
