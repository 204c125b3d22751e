import { usePageTitle } from '../ui/page-title.ts'

export function HelpAccountPage() {
  usePageTitle('Account')
  return (
    <main className="container-page py-10">
      <h1 className="type-h1">Account</h1>
    </main>
  )
}
