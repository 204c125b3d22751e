import { usePageTitle } from '../ui/page-title.ts'

export function CategoriesPage() {
  usePageTitle('All categories')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">All categories</h1>
    </main>
  )
}
