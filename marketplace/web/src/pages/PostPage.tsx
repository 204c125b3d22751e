import { usePageTitle } from '../ui/page-title.ts'

export function PostPage() {
  usePageTitle('Post an ad')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Post an ad</h1>
    </main>
  )
}
