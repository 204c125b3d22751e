import { paths } from '../../../contract/paths.ts'
import { Consent } from '../features/security/apps/Consent.tsx'
import { Navigate, useSearchParams } from '../lib/router.tsx'

/** Consent to another app's request; without one, redirects to the security tab, which lists connected apps. */
export function ConsentPage() {
  const id = useSearchParams()[0].get('authorization_id')
  if (!id) return <Navigate to={`${paths.dashboard}?tab=security`} replace />
  return (
    <main className="container-page py-12 md:py-20">
      <Consent key={id} id={id} />
    </main>
  )
}
