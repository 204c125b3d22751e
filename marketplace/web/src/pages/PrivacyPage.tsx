import { usePageTitle } from '../ui/page-title.ts'

export function PrivacyPage() {
  usePageTitle('Privacy')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Privacy</h1>
    </main>
  )
}
