import { usePageTitle } from '../ui/page-title.ts'

export function CookiesPage() {
  usePageTitle('Cookies')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Cookies</h1>
    </main>
  )
}
