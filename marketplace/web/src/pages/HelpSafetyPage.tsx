import { SuspicionChecker } from '../features/help/SuspicionChecker.tsx'
import { TopicPage } from '../features/help/TopicPage.tsx'
import { t } from '../i18n/t.ts'

/** Help: safety. */
export function HelpSafetyPage() {
  return (
    <TopicPage
      topic="safety"
      title={t('help.safety.title')}
      intro={t('help.safety.card')}
      first={[{ id: 'check', title: t('help.checker.title'), body: <SuspicionChecker /> }]}
    />
  )
}
