import { ProhibitedThings } from '../features/help/ProhibitedThings.tsx'
import { TopicPage } from '../features/help/TopicPage.tsx'

/** Help: posting. */
export function HelpPostingPage() {
  return (
    <TopicPage
      topic="posting"
      title="Posting and finding things"
      intro="From the first photo to the handover."
      more={[{ id: 'not-offered', title: 'What may not be offered', body: <ProhibitedThings /> }]}
    />
  )
}
