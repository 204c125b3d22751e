import { usePageTitle } from '../ui/page-title.ts'

export function HomePage() {
  usePageTitle('Home')
  return (
    <main className="container-page py-10">
      <h1 className="type-display-xl">Good things, just around the corner.</h1>
    </main>
  )
}
