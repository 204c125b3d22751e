import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { NotificationList } from './NotificationList.tsx'
import { Preferences } from './Preferences.tsx'
import { PushPanel } from './PushPanel.tsx'
import { TimingPanel } from './TimingPanel.tsx'

const VIEWS = [
  { value: 'news', label: t('News') },
  { value: 'choices', label: t('What and when') },
] as const

/** What happened, and the choice of what to be told. */
export function NotificationsTab({ userId }: { userId: string }) {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('news')
  return (
    <section aria-labelledby="notifications-title" className="max-w-3xl">
      <h1 id="notifications-title" className="type-h1">
        {t('Notifications')}
      </h1>
      <Tabs label={t('Notifications')} tabs={VIEWS} value={view} onChange={setView} className="mt-4">
        <TabPanel value="news" className="mt-5">
          <NotificationList userId={userId} />
        </TabPanel>
        <TabPanel value="choices" className="mt-5 grid gap-5">
          <Preferences userId={userId} />
          <PushPanel userId={userId} />
          <TimingPanel userId={userId} />
        </TabPanel>
      </Tabs>
    </section>
  )
}
