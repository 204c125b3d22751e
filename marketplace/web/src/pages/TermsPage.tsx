import { Link } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { config } from '../app/config.ts'
import { operatorName, versionLine } from '../app/legal.ts'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/t.ts'
import { ReadingPage } from '../ui/ReadingPage.tsx'
import { TranslationNote } from './TranslationNote.tsx'
import { versionsOf } from './Versions.tsx'

/** The rules of this installation, in plain words. */
export function TermsPage() {
  const brand = config.brandName
  return (
    <ReadingPage
      title={t('Terms')}
      intro={`${t('The rules for using {brand}.', { brand })} ${versionLine('terms')}`}
      sections={[
        {
          id: 'who',
          title: t('Who runs this'),
          body: (
            <>
              <p>
                <Trans
                  message="{brand} is a place where people offer things to each other. It is run by {operator}, called “we” here. How to reach us stands under <0>Contact</0>."
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
          title: t('The deal is yours'),
          body: (
            <>
              <p>
                {t(
                  'When you buy or sell, the agreement is between you and the other person. We are not part of it: we do not own the things, we have not checked them, and we take no payments.',
                )}
              </p>
              <p>
                {t(
                  'What the law gives to buyers and sellers where you live stays as it is. Nothing here takes it away.',
                )}
              </p>
            </>
          ),
        },
        {
          id: 'account',
          title: t('Your account'),
          body: (
            <ul>
              <li>{t('Give your own name and an email address that you read.')}</li>
              <li>{t('Keep your password to yourself. What is done with your account counts as done by you.')}</li>
              <li>
                {t(
                  'New accounts can post and write a limited number of times a day. The limits end as an account proves itself.',
                )}
              </li>
            </ul>
          ),
        },
        {
          id: 'ads',
          title: t('What you may offer'),
          body: (
            <>
              <p>
                {t(
                  'Offer what is yours, or what you may sell for its owner. Show it as it is, in your own photos, with its faults.',
                )}
              </p>
              <p>
                <Trans
                  message="Not allowed: anything that is illegal to sell where you are, stolen or counterfeit things, weapons, drugs, medicines, live animals without the papers they need, personal data, and ads that are only advertising for something else. <0>This is the whole list</0>."
                  components={{ 0: <Link to={`${paths.helpPosting}#not-offered`} /> }}
                />
              </p>
            </>
          ),
        },
        {
          id: 'messages',
          title: t('How we speak to each other'),
          body: (
            <p>
              {t(
                'Write as you would speak at a neighbour’s door. No threats, no insults, no harassment, no mass messages, no tricks to get at somebody’s money or codes.',
              )}
            </p>
          ),
        },
        {
          id: 'content',
          title: t('Your words and photos'),
          body: (
            <p>
              {t(
                'They stay yours. You allow us to store, resize and show them as part of {brand} for as long as the ad is there. The software changes photos in three ways: it turns them upright, makes them smaller and removes hidden data.',
                { brand },
              )}
            </p>
          ),
        },
        {
          id: 'removal',
          title: t('When we step in'),
          body: (
            <p>
              <Trans
                message="We may hide an ad, or limit, suspend or close an account that breaks these rules or the law. You are told the rule and the reason. If you think that we were wrong, appeal within six months under <0>Reports</0> in your dashboard, and somebody who did not decide it looks at it again; without an account write through <1>Contact</1>. Anybody can send us a <2>notice of illegal content</2> there."
                components={{
                  0: <Link to={paths.myReports} />,
                  1: <Link to={paths.contact} />,
                  2: <Link to={`${paths.contact}?topic=illegal`} />,
                }}
              />
            </p>
          ),
        },
        {
          id: 'liability',
          title: t('What we answer for'),
          body: (
            <p>
              {t(
                'We run {brand} with care, and answer for our own intent and gross negligence and wherever the law says so. We do not promise that it is always reachable, and we do not answer for what users say or sell.',
                { brand },
              )}
            </p>
          ),
        },
        {
          id: 'leaving',
          title: t('Leaving, and changes'),
          body: (
            <p>
              <Trans
                message="You can stop at any time; <0>this is how an account is deleted</0>. When these rules change, the version above changes, and what you had already agreed with another person stays as it was."
                components={{ 0: <Link to={`${paths.helpAccount}#delete-account`} /> }}
              />
            </p>
          ),
        },
        versionsOf('terms'),
      ]}
    />
  )
}
