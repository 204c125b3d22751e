import { Link, useSearchParams } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { config } from '../app/config.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { ContactForm } from '../features/contact/ContactForm.tsx'
import { MyTickets } from '../features/contact/MyTickets.tsx'
import { ReadingPage, type ReadingSection } from '../ui/ReadingPage.tsx'

/** /contact: a letter to the people who run this installation; ?tickets and ?ticket=ID show one's own letters first. */
export function ContactPage() {
  const { brandName, operatorName, contactEmail } = config
  const { user, loading } = useAuth()
  const [search] = useSearchParams()
  const letters: ReadingSection[] = user
    ? [{ id: 'letters', title: 'Your letters', body: <MyTickets userId={user.id} opened={search.get('ticket')} /> }]
    : []
  const form: ReadingSection = { id: 'write', title: 'Write to us', body: loading ? null : <ContactForm /> }
  const wantsLetters = search.has('tickets') || search.has('ticket')
  return (
    <ReadingPage
      title="Contact"
      intro={`${brandName} is run by ${operatorName}. You can write with or without an account, also when yours is closed.`}
      sections={[
        ...(wantsLetters ? letters : []),
        form,
        ...(wantsLetters ? [] : letters),
        ...(contactEmail ? [{ id: 'mail', title: 'By mail', body: <ByMail address={contactEmail} /> }] : []),
        {
          id: 'urgent',
          title: 'When it cannot wait',
          body: (
            <p>
              In danger, call the emergency number. After a scam, call your bank first:{' '}
              <Link to={`${paths.helpSafety}#after-a-scam`}>these are the next steps</Link>.
            </p>
          ),
        },
      ]}
    />
  )
}

function ByMail({ address }: { address: string }) {
  return (
    <p>
      Our address is <strong className="font-semibold break-all text-ink select-all">{address}</strong>. For your
      account, write from the address that you signed up with. Never send a password or a code.
    </p>
  )
}
