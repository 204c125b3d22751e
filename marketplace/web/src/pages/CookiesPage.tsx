import { Link } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { config } from '../app/config.ts'
import { versionLine } from '../app/legal.ts'
import { AnalyticsChoice } from '../features/analytics/AnalyticsChoice.tsx'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/t.ts'
import { ReadingPage, type ReadingSection } from '../ui/ReadingPage.tsx'
import { TranslationNote } from './TranslationNote.tsx'
import { versionsOf } from './Versions.tsx'

const STORED = [
  {
    what: t('A random name of this browser'),
    where: t('Local storage'),
    why: t('To limit how much one device can post and write in a day. It is not linked to you.'),
  },
  {
    what: t('Your session'),
    where: t('Local storage, until you sign out'),
    why: t('So that you stay signed in.'),
  },
  {
    what: t('Light or dark'),
    where: t('Local storage, if you have chosen'),
    why: t('So that the page looks as you like it at once.'),
  },
  {
    what: t('Your language'),
    where: t('Local storage, if you have chosen'),
    why: t('So that the page speaks it at once.'),
  },
  {
    what: t('Your place and radius'),
    where: t('Local storage, if you have chosen'),
    why: t('To show things near you.'),
  },
  {
    what: t('Ads you looked at and saved'),
    where: t('Local storage'),
    why: t(
      'For “Recently viewed” and “Hide what I have seen”, and for hearts that you give before you have an account.',
    ),
  },
  {
    what: t('A draft of an ad, with photos that have not arrived yet'),
    where: t('IndexedDB, until it is stored with us or published, 30 days at most'),
    why: t('So that nothing is lost without a connection or before you sign in.'),
  },
  {
    what: t('Messages that you have not finished or that have not left yet'),
    where: t('Local storage and the tab’s storage, until they are sent'),
    why: t('So that they are not lost when the page closes.'),
  },
  {
    what: t('A worker that shows push messages'),
    where: t('The browser’s workers, if you turn push messages on'),
    why: t('So that they appear when the page is closed.'),
  },
  {
    what: t('How far you had scrolled'),
    where: t('The tab’s storage'),
    why: t('So that the way back leads to where you were.'),
  },
  {
    what: t('The page you came from'),
    where: t('The tab’s storage, while you sign in'),
    why: t('To bring you back there.'),
  },
] as const

/** Where visits are counted. */
const ANSWER = {
  what: t('Your answer about counting visits'),
  where: t('Local storage, if you have answered'),
  why: t('So that you are not asked again.'),
} as const

/** What is counted, by whom, and the way back. */
function countingOf({ name, scriptUrl }: NonNullable<typeof config.analytics>): ReadingSection {
  return {
    id: 'counting',
    title: t('Counting visits'),
    body: (
      <>
        <p>
          {t(
            'If you accept, a script from {host} is loaded that tells {name} which pages you open, the page that led you here, and what every request tells: your network address and what your browser says of itself. It learns neither your name nor what you write. Nothing of it is loaded before you accept.',
            { name, host: new URL(scriptUrl).host },
          )}
        </p>
        <AnalyticsChoice />
      </>
    ),
  }
}

/** What the browser keeps, and that none of it is a cookie. */
export function CookiesPage() {
  const { brandName: brand, map, analytics } = config
  const mapUrl = map?.styleUrl ?? map?.tilesUrl
  const host = mapUrl && URL.canParse(mapUrl) ? new URL(mapUrl).host : null
  return (
    <ReadingPage
      title={t('Cookies and storage')}
      intro={`${
        analytics
          ? t('{brand} sets no cookie to know or follow you. Visits are counted only of those who agree to it.', {
              brand,
            })
          : t('{brand} sets no cookie to know or follow you. That is why you have not been asked about any.', { brand })
      } ${versionLine('cookies')}`}
      sections={[
        {
          id: 'stored',
          title: t('What your browser keeps'),
          body: (
            <>
              <p>
                {t(
                  'Some things are kept in your browser so that the site works for you. They stay on your device, apart from the session, which proves to our server who you are.',
                )}
              </p>
              <dl className="grid">
                {[...STORED, ...(analytics ? [ANSWER] : [])].map((entry) => (
                  <div key={entry.what} className="grid gap-x-4 border-t border-line py-3 sm:grid-cols-[200px_1fr]">
                    <dt className="font-semibold text-ink">{entry.what}</dt>
                    <dd>
                      {entry.why} <span className="type-small block text-ink-3">{entry.where}</span>
                    </dd>
                  </div>
                ))}
              </dl>
              <TranslationNote />
            </>
          ),
        },
        {
          id: 'cookie',
          title: t('The one cookie'),
          body: (
            <p>
              {t(
                'While you sign in through Google or your organisation, a cookie holds a random number for ten minutes at most. It proves that the browser that comes back is the one that left; without it, anybody could sign you in to an account of theirs. Scripts cannot read it, and the law asks for no consent to it.',
              )}
            </p>
          ),
        },
        {
          id: 'others',
          title: t('Nothing from others'),
          body: (
            <p>
              {analytics
                ? t(
                    'Fonts, pictures and scripts come from this server, but for the one that counts visits if you accept it. There is no advertising. If you choose to sign in with Google, you go to Google’s own page, and Google’s rules hold there.',
                  )
                : t(
                    'Fonts, pictures and scripts come from this server. There is no advertising and no counting of visits across sites. If you choose to sign in with Google, you go to Google’s own page, and Google’s rules hold there.',
                  )}{' '}
              {host
                ? t('Maps come from {host}: when you open one, your browser asks there for the part in view.', { host })
                : t('Maps are drawn from files of this server, too.')}
            </p>
          ),
        },
        ...(analytics ? [countingOf(analytics)] : []),
        {
          id: 'clearing',
          title: t('Taking it away'),
          body: (
            <p>
              <Trans
                message="Signing out removes the session. Clearing the site’s data in your browser removes everything above. What our server keeps stands in the <0>privacy notice</0>."
                components={{ 0: <Link to={paths.privacy} /> }}
              />
            </p>
          ),
        },
        versionsOf('cookies'),
      ]}
    />
  )
}
