import { Navigate, useSearchParams } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { Consent } from '../features/security/apps/Consent.tsx'

/** What an app elsewhere asks for; without a request, the apps that have been let in stand among what opens the account. */
export function ConsentPage() {
  const id = useSearchParams()[0].get('authorization_id')
  if (!id) return <Navigate to={`${paths.dashboard}?tab=security`} replace />
  return (
    <main className="container-page py-12 md:py-20">
      <Consent key={id} id={id} />
    </main>
  )
}
