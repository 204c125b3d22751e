import { usePageTitle } from '../ui/page-title.ts'

export function TermsPage() {
  usePageTitle('Terms')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Terms</h1>
    </main>
  )
}
