import { Link } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { config } from '../app/config.ts'
import { versionLine } from '../app/legal.ts'
import { ReadingPage } from '../ui/ReadingPage.tsx'
import { versionsOf } from './Versions.tsx'

const STORED = [
  {
    what: 'A random name of this browser',
    where: 'Local storage',
    why: 'To limit how much one device can post and write in a day. It is not linked to you.',
  },
  { what: 'Your session', where: 'Local storage, until you sign out', why: 'So that you stay signed in.' },
  {
    what: 'Light or dark',
    where: 'Local storage, if you have chosen',
    why: 'So that the page looks as you like it at once.',
  },
  { what: 'Your language', where: 'Local storage, if you have chosen', why: 'So that the page speaks it at once.' },
  { what: 'Your place and radius', where: 'Local storage, if you have chosen', why: 'To show things near you.' },
  {
    what: 'Ads you looked at and saved',
    where: 'Local storage',
    why: 'For "Recently viewed" and "Hide what I have seen", and for hearts that you give before you have an account.',
  },
  {
    what: 'A draft of an ad, with photos that have not arrived yet',
    where: 'IndexedDB, until it is stored with us or published, 30 days at most',
    why: 'So that nothing is lost without a connection or before you sign in.',
  },
  {
    what: 'Messages that you have not finished or that have not left yet',
    where: 'Local storage and the tab’s storage, until they are sent',
    why: 'So that they are not lost when the page closes.',
  },
  {
    what: 'A worker that shows push messages',
    where: 'The browser’s workers, if you turn push messages on',
    why: 'So that they appear when the page is closed.',
  },
  {
    what: 'How far you had scrolled',
    where: 'The tab’s storage',
    why: 'So that the way back leads to where you were.',
  },
  { what: 'The page you came from', where: 'The tab’s storage, while you sign in', why: 'To bring you back there.' },
] as const

/** What the browser keeps, and that none of it is a cookie. */
export function CookiesPage() {
  const { brandName, map } = config
  const mapUrl = map?.styleUrl ?? map?.tilesUrl
  const mapHost = mapUrl && URL.canParse(mapUrl) ? new URL(mapUrl).host : null
  return (
    <ReadingPage
      inEnglish
      title="Cookies and storage"
      intro={`${brandName} sets no cookie to know or follow you. That is why you have not been asked about any. ${versionLine('cookies')}`}
      sections={[
        {
          id: 'stored',
          title: 'What your browser keeps',
          body: (
            <>
              <p>
                Some things are kept in your browser so that the site works for you. They stay on your device, apart
                from the session, which proves to our server who you are.
              </p>
              <dl className="grid">
                {STORED.map((entry) => (
                  <div key={entry.what} className="grid gap-x-4 border-t border-line py-3 sm:grid-cols-[200px_1fr]">
                    <dt className="font-semibold text-ink">{entry.what}</dt>
                    <dd>
                      {entry.why} <span className="type-small block text-ink-3">{entry.where}</span>
                    </dd>
                  </div>
                ))}
              </dl>
            </>
          ),
        },
        {
          id: 'cookie',
          title: 'The one cookie',
          body: (
            <p>
              While you sign in through Google or your organisation, a cookie holds a random number for ten minutes at
              most. It proves that the browser that comes back is the one that left; without it, anybody could sign you
              in to an account of theirs. Scripts cannot read it, and the law asks for no consent to it.
            </p>
          ),
        },
        {
          id: 'others',
          title: 'Nothing from others',
          body: (
            <p>
              Fonts, pictures and scripts come from this server. There is no advertising and no counting of visits
              across sites. If you choose to sign in with Google, you go to Google's own page, and Google's rules hold
              there.{' '}
              {mapHost
                ? `Maps come from ${mapHost}: when you open one, your browser asks there for the part in view.`
                : 'Maps are drawn from files of this server, too.'}
            </p>
          ),
        },
        {
          id: 'clearing',
          title: 'Taking it away',
          body: (
            <p>
              Signing out removes the session. Clearing the site's data in your browser removes everything above. What
              our server keeps stands in the <Link to={paths.privacy}>privacy notice</Link>.
            </p>
          ),
        },
        versionsOf('cookies'),
      ]}
    />
  )
}
