import { usePageTitle } from '../ui/page-title.ts'

export function SellerPage() {
  usePageTitle('Stall')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Stall</h1>
    </main>
  )
}
