import { SuspicionChecker } from '../features/help/SuspicionChecker.tsx'
import { TopicPage } from '../features/help/TopicPage.tsx'
import { t } from '../i18n/t.ts'

/** Help: safety. */
export function HelpSafetyPage() {
  return (
    <TopicPage
      topic="safety"
      title={t('Buying and selling safely')}
      intro={t('Meet, pay and spot trouble.')}
      first={[{ id: 'check', title: t('Check a link or a message'), body: <SuspicionChecker /> }]}
    />
  )
}
