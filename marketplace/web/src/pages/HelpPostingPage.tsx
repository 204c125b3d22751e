import { usePageTitle } from '../ui/page-title.ts'

export function HelpPostingPage() {
  usePageTitle('Posting')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Posting</h1>
    </main>
  )
}
