import { ProhibitedThings } from '../features/help/ProhibitedThings.tsx'
import { TopicPage } from '../features/help/TopicPage.tsx'
import { t } from '../i18n/t.ts'

/** Help: posting. */
export function HelpPostingPage() {
  return (
    <TopicPage
      topic="posting"
      title={t('Posting and finding things')}
      intro={t('From the first photo to the handover.')}
      more={[{ id: 'not-offered', title: t('What may not be offered'), body: <ProhibitedThings /> }]}
    />
  )
}
