import { usePageTitle } from '../ui/page-title.ts'

export function ListingPage() {
  usePageTitle('Listing')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Listing</h1>
    </main>
  )
}
