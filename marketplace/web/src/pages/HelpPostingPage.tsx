import { ProhibitedThings } from '../features/help/ProhibitedItems.tsx'
import { TopicPage } from '../features/help/TopicPage.tsx'
import { t } from '../i18n/t.ts'

/** Help: posting. */
export function HelpPostingPage() {
  return (
    <TopicPage
      topic="posting"
      title={t('help.posting.title')}
      intro={t('help.posting.intro')}
      more={[{ id: 'not-offered', title: t('common.whatMayNotBeOffered'), body: <ProhibitedThings /> }]}
    />
  )
}
