import { usePageTitle } from '../ui/page-title.ts'

export function ContactPage() {
  usePageTitle('Contact')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Contact</h1>
    </main>
  )
}
