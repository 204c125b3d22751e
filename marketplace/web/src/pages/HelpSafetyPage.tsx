import { TopicPage } from '../features/help/TopicPage.tsx'

/** Help: safety. */
export function HelpSafetyPage() {
  return <TopicPage topic="safety" title="Buying and selling safely" intro="Meet, pay and spot trouble." />
}
