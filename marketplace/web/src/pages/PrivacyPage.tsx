import { Link } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { config } from '../app/config.ts'
import { operatorName, versionLine } from '../app/legal.ts'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/t.ts'
import { ReadingPage, type ReadingSection } from '../ui/ReadingPage.tsx'
import { TranslationNote } from './TranslationNote.tsx'
import { versionsOf } from './Versions.tsx'

/** What is stored about people, why, and who sees it. It describes this software; a change of the data changes this page. */
export function PrivacyPage() {
  const brand = config.brandName
  return (
    <ReadingPage
      title={t('Privacy notice')}
      intro={`${t('What {brand} stores about you, why, and who can see it.', { brand })} ${versionLine('privacy')}`}
      sections={[
        {
          id: 'who',
          title: t('Who is responsible'),
          body: (
            <>
              <p>
                <Trans
                  message="{brand} is run by {operator}, responsible for what is stored here. Write to us through <0>Contact</0>."
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
      title: t('When you only look around'),
      body: (
        <>
          <p>
            {config.analytics
              ? t(
                  'No account is needed, and there is no advertising. {name} counts visits only of those who accept it; what that means stands under Cookies and storage. Everything else comes from this server.',
                  { name: config.analytics.name },
                )
              : t(
                  'No account is needed, there is no advertising, no analytics and nothing from other companies on the pages. Everything comes from this server.',
                )}
          </p>
          <p>
            <Trans
              message="Opening an ad counts one more view for it. The server writes technical logs of requests to keep the service safe. Your browser remembers some things for you; they are listed under <0>Cookies and storage</0>."
              components={{ 0: <Link to={paths.cookies} /> }}
            />
          </p>
        </>
      ),
    },
    {
      id: 'account',
      title: t('When you have an account'),
      body: (
        <ul>
          <li>
            {t(
              'Your first and last name, email address, phone number if you give one, and your password as a one-way hash that nobody can read.',
            )}
          </li>
          <li>
            {t(
              'Your sessions: when you signed in, and from which kind of browser and network address, until you sign out. Known devices are remembered as hashes for 180 days, so that we can warn you of a strange one.',
            )}
          </li>
          <li>
            {t(
              'What happens about your account: when you signed in and out, wrong passwords, and changes to what opens it, each with the kind of browser and network address. You see the last 90 days under Security; the record stays as long as the account.',
            )}
          </li>
          <li>
            {t(
              'If you set quiet hours: the hours and your time zone, in which mails about your account tell the time.',
            )}
          </li>
          <li>
            {t(
              'If you add them: the public half of a passkey, and the secret of an authenticator app with hashes of its recovery codes.',
            )}
          </li>
          <li>
            {t(
              'If you make access tokens for programs of your own: their names and first letters, what they may do, when they were made, were last used and end, and a one-way hash of each.',
            )}
          </li>
          <li>
            {t(
              'Your profile: display name, picture, a few words, city and area. This part is public. Your full name, email and phone are not.',
            )}
          </li>
          <li>
            {t('If you sign in through Google or another provider: the name and email address that it passes on.')}
          </li>
        </ul>
      ),
    },
    { id: 'ads', title: t('Ads and photos'), body: <AdsAndPhotos /> },
    {
      id: 'messages',
      title: t('Messages'),
      body: (
        <>
          <p>
            {t(
              'They are stored so that you and the other person can read them on every device, together with when they arrived and were read. Only the two of you can open them in {brand}. They are not encrypted end to end: the operator of the server could read them, and does so only when somebody reports a problem or the law demands it.',
              { brand },
            )}
          </p>
          <p>
            {t(
              'Rules read every message before it is delivered, to find fraud. What they found is kept for 90 days, and so is the whole text of a message in which contact details were covered. A message that was not delivered is seen by you and by the moderators who decide about it.',
            )}
          </p>
          <p>
            {t(
              'Offers, deals and reviews are kept with when they changed; a review is public under your display name.',
            )}
          </p>
        </>
      ),
    },
    {
      id: 'saved',
      title: t('What you save, and what you are told'),
      body: (
        <>
          <p>
            {t(
              'Saved ads with your folders and notes, saved searches and whom you follow are seen by you alone. A seller sees how many people saved an ad, not who.',
            )}
          </p>
          <p>
            {t(
              'What you were told is kept for 90 days. If you turn push messages on, we keep the address that your browser gave for them until you turn them off; they travel through the service of your browser’s maker, encrypted so that it cannot read them.',
            )}
          </p>
        </>
      ),
    },
    {
      id: 'reports',
      title: t('Reports, decisions and letters to us'),
      body: (
        <>
          <p>
            {t(
              'A report is kept with who made it and what was reported as it was then; of a conversation the last ten messages, if the reporter agreed. The person reported is not told who it was. Decisions of moderators are kept with their reasons, and so is which of them decided.',
            )}
          </p>
          <p>
            {t(
              'What you write through Contact is kept with your name, your email address, your pictures and, if you chose so, your conversation with the assistant. It is deleted a year after the matter was closed, and with your account.',
            )}
          </p>
          <p>
            {t(
              'Whether an article of the help was helpful is counted once per account or browser, under a hash of it.',
            )}
          </p>
        </>
      ),
    },
    {
      id: 'assistant',
      title: t('The assistant'),
      body: (
        <p>
          {config.assistantModel
            ? t(
                'What you ask it goes, with the last lines of the conversation and what it looks up for that answer, to the language model that the operator uses for this: parts of the help, ads, and, if you ask about them, your own ads, offers and deals.',
              )
            : t(
                'What you ask it is answered on this server, from the help pages and from what you may see anyway.',
              )}{' '}
          {t(
            'It is not stored here: the conversation is in your browser and ends with your session. For an hour the server counts how many questions came from you, by your account or by a keyed hash of your network address. Dictation is your browser’s own; some browsers send what they hear to their maker.',
          )}
        </p>
      ),
    },
  ]
}

function AdsAndPhotos() {
  return (
    <>
      <p>
        {t(
          'What you write in an ad is public, also to search engines. Its place is rounded to about 300 metres before it is stored.',
        )}
      </p>
      <p>
        {t(
          'Photos are turned upright, made smaller and freed of hidden data, such as the place and the camera, before they are stored. The original is not kept.',
        )}
      </p>
      <p>
        {t(
          'Titles and descriptions are compared with the words of the rules about what may not be offered. A person looks at an ad that may fall under one before others see it, and tells you the reason.',
        )}
      </p>
      {config.photoDrafts ? (
        <p>
          {t(
            'If you ask for suggestions from your photos, small copies of up to three of them go to the service that the operator uses for this. Without your asking none does.',
          )}
        </p>
      ) : null}
      <p>
        {t(
          'If you tap a microphone, your browser listens. Some browsers send the sound to their maker to understand it.',
        )}{' '}
        {config.serverSpeech
          ? t(
              'Where a browser cannot, the recording goes through this server to the service that the operator uses for this; neither sound nor words are kept here.',
            )
          : null}{' '}
        {t('Typing is always possible.')}
      </p>
      <p>
        {t(
          'From each photo a fingerprint is computed, and codes and words in it are read on this server, to find copies and traps.',
        )}
      </p>
      <p>
        {t(
          'For each ad we keep what happened to it: published, changed, reserved, sold, and how often it was seen and saved.',
        )}
      </p>
    </>
  )
}

function whatFollows(): ReadingSection[] {
  const settings = <Link to={`${paths.dashboard}?tab=settings`} />
  return [
    {
      id: 'why',
      title: t('Why we may'),
      body: (
        <p>
          {t(
            'Account, ads and messages: because without them the service that you asked for would not work. Logs and limits: because we have a legitimate interest in keeping fraud and attacks away. Everything else only if you agree first.',
          )}
        </p>
      ),
    },
    {
      id: 'sharing',
      title: t('Who gets it'),
      body: (
        <>
          <p>
            {t(
              'Nobody buys it and nobody gets it for advertising. It is on the operator’s server and, if the operator uses them, at its hosting and mail companies.',
            )}
          </p>
          <p>
            {t(
              'Other systems of the operator may be told what happens: that an ad, an offer, a deal or a message came, by its number, and of public ads what everybody sees. What people write to each other is not in it. These notes are kept for 30 days.',
            )}
          </p>
        </>
      ),
    },
    {
      id: 'how-long',
      title: t('How long'),
      body: (
        <p>
          <Trans
            message="As long as your account exists, unless a time stands above. You delete it under <0>Settings</0>: others no longer see you from that moment on, and after 30 days your profile, ads, photos and saved things are erased. Until then signing in takes it back. What you wrote to somebody stays in their conversation, in the name of “Deleted account”. Reports, decisions and the log of what moderators did stay, without your profile. Counts for limits are kept for a day, as hashes."
            components={{ 0: settings }}
          />
        </p>
      ),
    },
    {
      id: 'rights',
      title: t('Your rights'),
      body: (
        <p>
          <Trans
            message="You can ask for a copy of your data, have it corrected, deleted or limited, object to its use, take it elsewhere, and complain to your data protection authority. The copy is under <0>Settings</0> in your dashboard, as one file; for everything else write through <1>Contact</1>."
            components={{ 0: settings, 1: <Link to={`${paths.contact}?topic=privacy`} /> }}
          />
        </p>
      ),
    },
  ]
}
