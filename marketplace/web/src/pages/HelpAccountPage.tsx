import { TopicPage } from '../features/help/TopicPage.tsx'
import { t } from '../i18n/t.ts'

/** Help: account. */
export function HelpAccountPage() {
  return <TopicPage topic="account" title={t('common.yourAccount')} intro={t('help.account.intro')} />
}
