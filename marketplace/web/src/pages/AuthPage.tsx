import { usePageTitle } from '../ui/page-title.ts'

export function AuthPage() {
  usePageTitle('Sign in')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Sign in</h1>
    </main>
  )
}
