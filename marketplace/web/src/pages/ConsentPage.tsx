import { useSearchParams } from 'react-router'
import { AppsLetIn } from '../features/oauth-consent/AppsLetIn.tsx'
import { Consent } from '../features/oauth-consent/Consent.tsx'

/** What an app elsewhere asks for; without a request, the apps that have been let in. */
export function ConsentPage() {
  const id = useSearchParams()[0].get('authorization_id')
  return <main className="container-page py-12 md:py-20">{id ? <Consent key={id} id={id} /> : <AppsLetIn />}</main>
}
