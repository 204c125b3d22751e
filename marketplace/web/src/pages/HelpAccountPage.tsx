import { TopicPage } from '../features/help/TopicPage.tsx'

/** Help: account. */
export function HelpAccountPage() {
  return (
    <TopicPage topic="account" title="Your account" intro="Signing in, what others see of you, and what we keep." />
  )
}
