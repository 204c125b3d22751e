import { usePageTitle } from '../ui/page-title.ts'

export function BrowsePage() {
  usePageTitle('Browse')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Browse</h1>
    </main>
  )
}
