import { usePageTitle } from '../ui/page-title.ts'

export function DashboardPage() {
  usePageTitle('Dashboard')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Dashboard</h1>
    </main>
  )
}
