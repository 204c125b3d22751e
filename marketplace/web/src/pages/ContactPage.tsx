import { Link } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { config } from '../app/config.ts'
import { ReadingPage } from '../ui/ReadingPage.tsx'

/** How to reach the people who run this installation. */
export function ContactPage() {
  const { brandName, operatorName, contactEmail } = config
  return (
    <ReadingPage
      title="Contact"
      intro={`${brandName} is run by ${operatorName}.`}
      sections={[
        {
          id: 'write',
          title: 'Write to us',
          body: contactEmail ? (
            <p>
              Our address is <strong className="font-semibold break-all text-ink select-all">{contactEmail}</strong>. A
              person reads it.
            </p>
          ) : (
            <p>
              The operator of this installation has not set a contact address yet. If you know who runs it, ask them
              directly; until then the <Link to={paths.help}>help pages</Link> are all that we can offer.
            </p>
          ),
        },
        {
          id: 'what-to-send',
          title: 'What helps us help you',
          body: (
            <ul>
              <li>For an ad or a person: the address of the page, and what is wrong with it.</li>
              <li>
                For your account: write from the email address that you signed up with. Never send a password or a code.
              </li>
              <li>For an error: what you did, what you saw, and the reference on the page if there was one.</li>
              <li>For illegal content: where it is, why you think that it is illegal, and how we can reach you.</li>
            </ul>
          ),
        },
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
