import { paths } from '../../../contract/paths.ts'
import { AnalyticsChoice } from '../features/analytics/AnalyticsChoice.tsx'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/t.ts'
import { config } from '../lib/config.ts'
import { Link } from '../lib/router.tsx'
import { ReadingPage, type ReadingSection } from '../ui/ReadingPage.tsx'
import { versionLine } from './legal.ts'
import { TranslationNote } from './TranslationNote.tsx'
import { versionsOf } from './Versions.tsx'

const STORED = [
  {
    what: t('legal.cookies.deviceId'),
    where: t('legal.localStorage'),
    why: t('legal.cookies.deviceIdWhy'),
  },
  {
    what: t('legal.yourSession'),
    where: t('legal.cookies.untilSignOut'),
    why: t('legal.cookies.sessionWhy'),
  },
  {
    what: t('legal.lightOrDark'),
    where: t('legal.cookies.ifChosen'),
    why: t('legal.cookies.themeWhy'),
  },
  {
    what: t('legal.yourLanguage'),
    where: t('legal.cookies.ifChosen'),
    why: t('legal.cookies.languageWhy'),
  },
  {
    what: t('legal.cookies.place'),
    where: t('legal.cookies.ifChosen'),
    why: t('legal.cookies.placeWhy'),
  },
  {
    what: t('legal.cookies.adsSeen'),
    where: t('legal.localStorage'),
    why: t('legal.cookies.adsSeenWhy'),
  },
  {
    what: t('legal.cookies.draft'),
    where: t('legal.cookies.draftWhere'),
    why: t('legal.cookies.draftWhy'),
  },
  {
    what: t('legal.cookies.messages'),
    where: t('legal.cookies.messagesWhere'),
    why: t('legal.cookies.messagesWhy'),
  },
  {
    what: t('legal.cookies.pushWorker'),
    where: t('legal.cookies.pushWorkerWhere'),
    why: t('legal.cookies.pushWorkerWhy'),
  },
  {
    what: t('legal.cookies.scroll'),
    where: t('legal.theTabsStorage'),
    why: t('legal.cookies.scrollWhy'),
  },
  {
    what: t('legal.cookies.pageBefore'),
    where: t('legal.cookies.pageBeforeWhere'),
    why: t('legal.cookies.pageBeforeWhy'),
  },
] as const

/** Listed only if visits are counted. */
const ANSWER = {
  what: t('legal.cookies.visits'),
  where: t('legal.cookies.visitsWhere'),
  why: t('legal.cookies.visitsWhy'),
} as const

/** Who counts visits and how, with the user's choice. */
function countingOf({ name, scriptUrl }: NonNullable<typeof config.analytics>): ReadingSection {
  return {
    id: 'counting',
    title: t('legal.countingVisits'),
    body: (
      <>
        <p>{t('legal.cookies.analyticsScript', { name, host: new URL(scriptUrl).host })}</p>
        <AnalyticsChoice />
      </>
    ),
  }
}

/** Lists what the browser stores, and the one cookie. */
export function CookiesPage() {
  const { brandName: brand, map, analytics } = config
  const mapUrl = map?.styleUrl ?? map?.tilesUrl
  const host = mapUrl && URL.canParse(mapUrl) ? new URL(mapUrl).host : null
  return (
    <ReadingPage
      title={t('legal.cookiesAndStorage')}
      intro={`${
        analytics
          ? t('legal.cookies.noneButVisits', {
              brand,
            })
          : t('legal.cookies.none', { brand })
      } ${versionLine('cookies')}`}
      sections={[
        {
          id: 'stored',
          title: t('legal.cookies.keptTitle'),
          body: (
            <>
              <p>{t('legal.cookies.kept')}</p>
              <dl className="grid lg:w-[660px]">
                {[...STORED, ...(analytics ? [ANSWER] : [])].map((entry) => (
                  <div
                    key={entry.what}
                    className="grid gap-x-6 border-t border-line py-2.5 sm:grid-cols-[180px_1fr] lg:grid-cols-[180px_1fr_200px]"
                  >
                    <dt className="font-semibold text-ink">{entry.what}</dt>
                    <dd>{entry.why}</dd>
                    <dd className="type-small text-ink-3 sm:max-lg:col-start-2">{entry.where}</dd>
                  </div>
                ))}
              </dl>
              <TranslationNote />
            </>
          ),
        },
        {
          id: 'cookie',
          title: t('legal.theOneCookie'),
          body: <p>{t('legal.cookies.signInCookie')}</p>,
        },
        {
          id: 'others',
          title: t('legal.nothingFromOthers'),
          body: (
            <p>
              {analytics ? t('legal.cookies.sourcesWithVisits') : t('legal.cookies.sources')}{' '}
              {host ? t('legal.cookies.mapsFromHost', { host }) : t('legal.cookies.mapsFromHere')}
            </p>
          ),
        },
        ...(analytics ? [countingOf(analytics)] : []),
        {
          id: 'clearing',
          title: t('legal.takingItAway'),
          body: (
            <p>
              <Trans id="legal.cookies.removing" components={{ 0: <Link to={paths.privacy} /> }} />
            </p>
          ),
        },
        versionsOf('cookies'),
      ]}
    />
  )
}
