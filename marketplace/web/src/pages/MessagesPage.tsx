import { usePageTitle } from '../ui/page-title.ts'

export function MessagesPage() {
  usePageTitle('Messages')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Messages</h1>
    </main>
  )
}
