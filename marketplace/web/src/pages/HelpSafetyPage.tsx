import { usePageTitle } from '../ui/page-title.ts'

export function HelpSafetyPage() {
  usePageTitle('Safety')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Safety</h1>
    </main>
  )
}
