import { TopicPage } from '../features/help/TopicPage.tsx'
import { t } from '../i18n/t.ts'

/** Help: account. */
export function HelpAccountPage() {
  return (
    <TopicPage
      topic="account"
      title={t('Your account')}
      intro={t('Signing in, what others see of you, and what we keep.')}
    />
  )
}
