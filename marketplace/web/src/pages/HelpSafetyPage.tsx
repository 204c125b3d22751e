import { SuspicionChecker } from '../features/help/SuspicionChecker.tsx'
import { TopicPage } from '../features/help/TopicPage.tsx'

/** Help: safety. */
export function HelpSafetyPage() {
  return (
    <TopicPage
      topic="safety"
      title="Buying and selling safely"
      intro="Meet, pay and spot trouble."
      first={[{ id: 'check', title: 'Check a link or a message', body: <SuspicionChecker /> }]}
    />
  )
}
