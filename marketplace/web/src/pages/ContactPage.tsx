import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { ContactForm } from '../features/contact/ContactForm.tsx'
import { MyTickets } from '../features/contact/MyTickets.tsx'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/t.ts'
import { config } from '../lib/config.ts'
import { Link, useSearchParams } from '../lib/router.tsx'
import { ReadingPage, type ReadingSection } from '../ui/ReadingPage.tsx'

/** /contact: the contact form; ?tickets and ?ticket=ID show the user's own tickets first. */
export function ContactPage() {
  const { brandName, contactEmail } = config
  const { user, loading } = useAuth()
  const [search] = useSearchParams()
  const tickets: ReadingSection[] = user
    ? [
        {
          id: 'tickets',
          title: t('contact.yourTickets'),
          body: <MyTickets userId={user.id} opened={search.get('ticket')} />,
        },
      ]
    : []
  const wantsTickets = search.has('tickets') || search.has('ticket')
  const form: ReadingSection = {
    id: 'write',
    title: t('contact.writeToUs'),
    isUntitled: !(wantsTickets && user),
    body: loading ? null : <ContactForm />,
  }
  return (
    <ReadingPage
      title={t('shell.contact')}
      intro={
        config.operatorName
          ? t('contact.operatorHint', { brand: brandName, operatorName: config.operatorName })
          : t('contact.noAccountNeeded')
      }
      sections={[
        ...(wantsTickets ? tickets : []),
        form,
        ...(wantsTickets ? [] : tickets),
        ...(contactEmail ? [{ id: 'mail', title: t('contact.byEmail'), body: <ByMail address={contactEmail} /> }] : []),
        {
          id: 'urgent',
          title: t('contact.urgentTitle'),
          body: (
            <p>
              <Trans id="contact.urgentHint" components={{ 0: <Link to={paths.helpArticle('after-a-scam')} /> }} />
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
        id="contact.ourAddress"
        values={{ address }}
        components={{ 0: <strong className="font-semibold break-all text-ink select-all" /> }}
      />
    </p>
  )
}
