import { Link, useSearchParams } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { config } from '../app/config.ts'
import { operatorName } from '../app/legal.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { ContactForm } from '../features/contact/ContactForm.tsx'
import { MyTickets } from '../features/contact/MyTickets.tsx'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/t.ts'
import { ReadingPage, type ReadingSection } from '../ui/ReadingPage.tsx'

/** /contact: a letter to the people who run this installation; ?tickets and ?ticket=ID show one's own letters first. */
export function ContactPage() {
  const { brandName, contactEmail } = config
  const { user, loading } = useAuth()
  const [search] = useSearchParams()
  const letters: ReadingSection[] = user
    ? [{ id: 'letters', title: t('Your letters'), body: <MyTickets userId={user.id} opened={search.get('ticket')} /> }]
    : []
  const form: ReadingSection = { id: 'write', title: t('Write to us'), body: loading ? null : <ContactForm /> }
  const wantsLetters = search.has('tickets') || search.has('ticket')
  return (
    <ReadingPage
      title={t('Contact')}
      intro={t(
        '{brand} is run by {operatorName}. You can write with or without an account, also when yours is closed.',
        { brand: brandName, operatorName: operatorName() },
      )}
      sections={[
        ...(wantsLetters ? letters : []),
        form,
        ...(wantsLetters ? [] : letters),
        ...(contactEmail ? [{ id: 'mail', title: t('By mail'), body: <ByMail address={contactEmail} /> }] : []),
        {
          id: 'urgent',
          title: t('When it cannot wait'),
          body: (
            <p>
              <Trans
                message="In danger, call the emergency number. After a scam, call your bank first: <0>these are the next steps</0>."
                components={{ 0: <Link to={`${paths.helpSafety}#after-a-scam`} /> }}
              />
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
      <Trans
        message="Our address is <0>{address}</0>. For your account, write from the address that you signed up with. Never send a password or a code."
        values={{ address }}
        components={{ 0: <strong className="font-semibold break-all text-ink select-all" /> }}
      />
    </p>
  )
}
