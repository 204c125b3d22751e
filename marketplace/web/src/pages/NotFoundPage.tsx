import { usePageTitle } from '../ui/page-title.ts'

export function NotFoundPage() {
  usePageTitle('Not found')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Not found</h1>
    </main>
  )
}
