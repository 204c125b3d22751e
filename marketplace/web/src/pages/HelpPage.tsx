import { usePageTitle } from '../ui/page-title.ts'

export function HelpPage() {
  usePageTitle('Help')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Help</h1>
    </main>
  )
}
