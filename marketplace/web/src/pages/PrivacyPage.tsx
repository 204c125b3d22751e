import { paths } from '../../../contract/paths.ts'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/t.ts'
import { config } from '../lib/config.ts'
import { Link } from '../lib/router.tsx'
import { ReadingPage, type ReadingSection } from '../ui/ReadingPage.tsx'
import { operatorName, versionLine } from './legal.ts'
import { shortVersionOf } from './short-version.tsx'
import { TranslationNote } from './TranslationNote.tsx'
import { versionsOf } from './Versions.tsx'

/** What is stored about users, why, and who sees it. It describes this software: update it when the stored data changes. */
export function PrivacyPage() {
  const brand = config.brandName
  return (
    <ReadingPage
      folds
      title={t('legal.privacyNotice')}
      intro={`${t('legal.privacy.intro', { brand })} ${versionLine('privacy')}`}
      sections={[
        shortVersionOf('privacy'),
        {
          id: 'who',
          title: t('legal.whoIsResponsible'),
          body: (
            <>
              <p>
                <Trans
                  id="legal.privacy.operator"
                  values={{ brand, operator: operatorName() }}
                  components={{ 0: <Link to={paths.contact} /> }}
                />
              </p>
              <TranslationNote />
            </>
          ),
        },
        ...whatIsKept(brand),
        ...whatFollows(),
        versionsOf('privacy'),
      ]}
    />
  )
}

function whatIsKept(brand: string): ReadingSection[] {
  return [
    {
      id: 'visitors',
      title: t('legal.privacy.lookingTitle'),
      body: (
        <>
          <p>
            {config.analytics
              ? t('legal.privacy.lookingWithVisits', { name: config.analytics.name })
              : t('legal.privacy.looking')}
          </p>
          <p>
            <Trans id="legal.privacy.logs" components={{ 0: <Link to={paths.cookies} /> }} />
          </p>
        </>
      ),
    },
    {
      id: 'account',
      title: t('legal.privacy.accountTitle'),
      body: (
        <ul>
          <li>{t('legal.privacy.account')}</li>
          <li>{t('legal.privacy.sessions')}</li>
          <li>{t('legal.privacy.events', { days: config.keptDays.securityHistory })}</li>
          <li>{t('legal.privacy.quietHours')}</li>
          <li>{t('legal.privacy.passkeys')}</li>
          <li>{t('legal.privacy.tokens')}</li>
          <li>{t('legal.privacy.profile')}</li>
          <li>{t('legal.privacy.providers')}</li>
        </ul>
      ),
    },
    { id: 'ads', title: t('legal.adsAndPhotos'), body: <AdsAndPhotos /> },
    {
      id: 'messages',
      title: t('shell.messages'),
      body: (
        <>
          <p>{t('legal.privacy.messages', { brand })}</p>
          <p>{t('legal.privacy.messageRules', { days: config.keptDays.findings })}</p>
          <p>{t('legal.privacy.deals')}</p>
        </>
      ),
    },
    ...(config.payments === 'off' ? [] : [orders()]),
    {
      id: 'saved',
      title: t('legal.privacy.savedTitle'),
      body: (
        <>
          <p>{t('legal.privacy.saved')}</p>
          <p>{t('legal.privacy.notifications', { days: config.keptDays.notifications })}</p>
        </>
      ),
    },
    {
      id: 'reports',
      title: t('legal.privacy.reportsTitle'),
      body: (
        <>
          <p>{t('legal.privacy.reports')}</p>
          <p>{t('legal.privacy.contact')}</p>
          <p>{t('legal.privacy.helpVotes')}</p>
        </>
      ),
    },
    {
      id: 'assistant',
      title: t('legal.theAssistant'),
      body: (
        <p>
          {config.assistantModel ? t('legal.privacy.assistantModel') : t('legal.privacy.assistantHere')}{' '}
          {t('legal.privacy.assistantKept')}
        </p>
      ),
    },
  ]
}

function orders(): ReadingSection {
  return {
    id: 'orders',
    title: t('orders.orders'),
    body: (
      <>
        <p>{t('legal.privacy.orders')}</p>
        <p>{t('legal.privacy.orderAddress')}</p>
        {config.labels ? <p>{t('legal.privacy.labels')}</p> : null}
        <p>{t('legal.privacy.orderRecords')}</p>
      </>
    ),
  }
}

function AdsAndPhotos() {
  return (
    <>
      <p>{t('legal.privacy.ads')}</p>
      <p>{t('legal.privacy.photos')}</p>
      <p>{t('legal.privacy.adWords')}</p>
      {config.photoDrafts ? <p>{t('legal.privacy.photoSuggestions')}</p> : null}
      <p>
        {t('legal.privacy.microphone')} {config.serverSpeech ? t('legal.privacy.recording') : null}{' '}
        {t('legal.privacy.typing')}
      </p>
      <p>{t('legal.privacy.fingerprints')}</p>
      <p>{t('legal.privacy.adHistory')}</p>
    </>
  )
}

function whatFollows(): ReadingSection[] {
  const settings = <Link to={`${paths.dashboard}?tab=settings`} />
  return [
    {
      id: 'why',
      title: t('legal.whyWeMay'),
      body: <p>{t('legal.privacy.why')}</p>,
    },
    {
      id: 'sharing',
      title: t('legal.whoGetsIt'),
      body: (
        <>
          <p>{t('legal.privacy.whoGetsIt')}</p>
          <p>{t('legal.privacy.webhooks')}</p>
        </>
      ),
    },
    {
      id: 'how-long',
      title: t('legal.howLong'),
      body: (
        <p>
          <Trans id="legal.privacy.howLong" components={{ 0: settings }} />
        </p>
      ),
    },
    {
      id: 'rights',
      title: t('legal.yourRights'),
      body: (
        <p>
          <Trans
            id="legal.privacy.rights"
            components={{ 0: settings, 1: <Link to={`${paths.contact}?topic=privacy`} /> }}
          />
        </p>
      ),
    },
  ]
}
