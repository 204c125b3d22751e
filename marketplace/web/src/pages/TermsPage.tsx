import { paths } from '../../../contract/paths.ts'
import { feeFormula } from '../features/checkout/fee-formula.ts'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/t.ts'
import { config } from '../lib/config.ts'
import { Link } from '../lib/router.tsx'
import { ReadingPage, type ReadingSection } from '../ui/ReadingPage.tsx'
import { operatorName, versionLine } from './legal.ts'
import { shortVersionOf } from './short-version.tsx'
import { TranslationNote } from './TranslationNote.tsx'
import { versionsOf } from './Versions.tsx'

/** The terms of this installation, in plain language. */
export function TermsPage() {
  const brand = config.brandName
  return (
    <ReadingPage
      folds
      title={t('shell.terms')}
      intro={`${t('legal.terms.intro', { brand })} ${versionLine('terms')}`}
      sections={[
        shortVersionOf('terms'),
        {
          id: 'who',
          title: t('legal.whoRunsThis'),
          body: (
            <>
              <p>
                <Trans
                  id="legal.terms.operator"
                  values={{ brand, operator: operatorName() }}
                  components={{ 0: <Link to={paths.contact} /> }}
                />
              </p>
              <TranslationNote />
            </>
          ),
        },
        {
          id: 'deal',
          title: t('legal.terms.dealTitle'),
          body: (
            <>
              <p>{config.payments === 'off' ? t('legal.terms.deal') : t('legal.terms.dealProtected')}</p>
              <p>{t('legal.terms.law')}</p>
            </>
          ),
        },
        ...(config.payments === 'off' ? [] : [payingHere()]),
        {
          id: 'account',
          title: t('common.yourAccount'),
          body: (
            <ul>
              <li>{t('legal.terms.ownName')}</li>
              <li>{t('legal.terms.password')}</li>
              <li>{t('legal.terms.limits')}</li>
            </ul>
          ),
        },
        {
          id: 'ads',
          title: t('legal.terms.offerTitle'),
          body: (
            <>
              <p>{t('legal.terms.offer')}</p>
              <p>
                <Trans id="legal.terms.notAllowed" components={{ 0: <Link to={paths.helpArticle('not-allowed')} /> }} />
              </p>
            </>
          ),
        },
        {
          id: 'messages',
          title: t('legal.terms.conductTitle'),
          body: <p>{t('legal.terms.conduct')}</p>,
        },
        {
          id: 'content',
          title: t('legal.terms.contentTitle'),
          body: <p>{t('legal.terms.content', { brand })}</p>,
        },
        {
          id: 'removal',
          title: t('legal.terms.enforcementTitle'),
          body: (
            <p>
              <Trans
                id="legal.terms.enforcement"
                components={{
                  0: <Link to={paths.myReports} />,
                  1: <Link to={paths.contact} />,
                  2: <Link to={`${paths.contact}?topic=illegal`} />,
                }}
              />{' '}
              <Trans id="legal.terms.figures" components={{ 0: <Link to={paths.transparency} /> }} />
            </p>
          ),
        },
        {
          id: 'liability',
          title: t('legal.terms.liabilityTitle'),
          body: <p>{t('legal.terms.liability', { brand })}</p>,
        },
        {
          id: 'leaving',
          title: t('legal.terms.leavingTitle'),
          body: (
            <p>
              <Trans id="legal.terms.leaving" components={{ 0: <Link to={paths.helpArticle('delete-account')} /> }} />
            </p>
          ),
        },
        versionsOf('terms'),
      ]}
    />
  )
}

function payingHere(): ReadingSection {
  return {
    id: 'paying',
    title: t('legal.terms.payingTitle'),
    body: (
      <>
        <p>{t('legal.terms.payingHeld')}</p>
        <p>{t('legal.terms.payingProblem')}</p>
        <p>
          {t('legal.terms.payingFee', {
            ship: feeFormula('ship', config.buyerFee),
            meet: feeFormula('meet', config.buyerFee),
          })}
        </p>
      </>
    ),
  }
}
