import { Link } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { config } from '../app/config.ts'
import { versionLine } from '../app/legal.ts'
import { ReadingPage } from '../ui/ReadingPage.tsx'
import { versionsOf } from './Versions.tsx'

/** The rules of this installation, in plain words. */
export function TermsPage() {
  const { brandName, operatorName } = config
  return (
    <ReadingPage
      inEnglish
      title="Terms"
      intro={`The rules for using ${brandName}. ${versionLine('terms')}`}
      sections={[
        {
          id: 'who',
          title: 'Who runs this',
          body: (
            <p>
              {brandName} is a place where people offer things to each other. It is run by {operatorName}, called "we"
              here. How to reach us stands under <Link to={paths.contact}>Contact</Link>.
            </p>
          ),
        },
        {
          id: 'deal',
          title: 'The deal is yours',
          body: (
            <>
              <p>
                When you buy or sell, the agreement is between you and the other person. We are not part of it: we do
                not own the things, we have not checked them, and we take no payments.
              </p>
              <p>What the law gives to buyers and sellers where you live stays as it is. Nothing here takes it away.</p>
            </>
          ),
        },
        {
          id: 'account',
          title: 'Your account',
          body: (
            <ul>
              <li>Give your own name and an email address that you read.</li>
              <li>Keep your password to yourself. What is done with your account counts as done by you.</li>
              <li>
                New accounts can post and write a limited number of times a day. The limits end as an account proves
                itself.
              </li>
            </ul>
          ),
        },
        {
          id: 'ads',
          title: 'What you may offer',
          body: (
            <>
              <p>
                Offer what is yours, or what you may sell for its owner. Show it as it is, in your own photos, with its
                faults.
              </p>
              <p>
                Not allowed: anything that is illegal to sell where you are, stolen or counterfeit things, weapons,
                drugs, medicines, live animals without the papers they need, personal data, and ads that are only
                advertising for something else.{' '}
                <Link to={`${paths.helpPosting}#not-offered`}>This is the whole list</Link>.
              </p>
            </>
          ),
        },
        {
          id: 'messages',
          title: 'How we speak to each other',
          body: (
            <p>
              Write as you would speak at a neighbour's door. No threats, no insults, no harassment, no mass messages,
              no tricks to get at somebody's money or codes.
            </p>
          ),
        },
        {
          id: 'content',
          title: 'Your words and photos',
          body: (
            <p>
              They stay yours. You allow us to store, resize and show them as part of {brandName} for as long as the ad
              is there. The software changes photos in three ways: it turns them upright, makes them smaller and removes
              hidden data.
            </p>
          ),
        },
        {
          id: 'removal',
          title: 'When we step in',
          body: (
            <p>
              We may hide an ad, or limit, suspend or close an account that breaks these rules or the law. You are told
              the rule and the reason. If you think that we were wrong, appeal within six months under{' '}
              <Link to={paths.myReports}>Reports</Link> in your dashboard, and somebody who did not decide it looks at
              it again; without an account write through <Link to={paths.contact}>Contact</Link>. Anybody can send us a{' '}
              <Link to={`${paths.contact}?topic=illegal`}>notice of illegal content</Link> there.
            </p>
          ),
        },
        {
          id: 'liability',
          title: 'What we answer for',
          body: (
            <p>
              We run {brandName} with care, and answer for our own intent and gross negligence and wherever the law says
              so. We do not promise that it is always reachable, and we do not answer for what users say or sell.
            </p>
          ),
        },
        {
          id: 'leaving',
          title: 'Leaving, and changes',
          body: (
            <p>
              You can stop at any time;{' '}
              <Link to={`${paths.helpAccount}#delete-account`}>this is how an account is deleted</Link>. When these
              rules change, the version above changes, and what you had already agreed with another person stays as it
              was.
            </p>
          ),
        },
        versionsOf('terms'),
      ]}
    />
  )
}
