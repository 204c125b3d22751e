import { Link } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { config } from '../app/config.ts'
import { versionLine } from '../app/legal.ts'
import { ReadingPage } from '../ui/ReadingPage.tsx'
import { versionsOf } from './Versions.tsx'

/** What is stored about people, why, and who sees it. It describes this software; a change of the data changes this page. */
export function PrivacyPage() {
  const { brandName, operatorName } = config
  return (
    <ReadingPage
      inEnglish
      title="Privacy notice"
      intro={`What ${brandName} stores about you, why, and who can see it. ${versionLine('privacy')}`}
      sections={[
        {
          id: 'who',
          title: 'Who is responsible',
          body: (
            <p>
              {operatorName.charAt(0).toUpperCase() + operatorName.slice(1)}. Write to us through{' '}
              <Link to={paths.contact}>Contact</Link>.
            </p>
          ),
        },
        {
          id: 'visitors',
          title: 'When you only look around',
          body: (
            <>
              <p>
                No account is needed, there is no advertising, no analytics and nothing from other companies on the
                pages. Everything comes from this server.
              </p>
              <p>
                Opening an ad counts one more view for it. The server writes technical logs of requests to keep the
                service safe. Your browser remembers some things for you; they are listed under{' '}
                <Link to={paths.cookies}>Cookies and storage</Link>.
              </p>
            </>
          ),
        },
        {
          id: 'account',
          title: 'When you have an account',
          body: (
            <ul>
              <li>
                Your first and last name, email address, phone number if you give one, and your password as a one-way
                hash that nobody can read.
              </li>
              <li>
                Your sessions: when you signed in, and from which kind of browser and network address, until you sign
                out. Known devices are remembered as hashes for 180 days, so that we can warn you of a strange one.
              </li>
              <li>
                If you add them: the public half of a passkey, and the secret of an authenticator app with hashes of its
                recovery codes.
              </li>
              <li>
                Your profile: display name, picture, a few words, city and area. This part is public. Your full name,
                email and phone are not.
              </li>
              <li>If you sign in through Google or another provider: the name and email address that it passes on.</li>
            </ul>
          ),
        },
        {
          id: 'ads',
          title: 'Ads and photos',
          body: (
            <>
              <p>
                What you write in an ad is public, also to search engines. Its place is rounded to about 300 metres
                before it is stored.
              </p>
              <p>
                Photos are turned upright, made smaller and freed of hidden data, such as the place and the camera,
                before they are stored. The original is not kept.
              </p>
              <p>
                Titles and descriptions are compared with the words of the rules about what may not be offered. A person
                looks at an ad that may fall under one before others see it, and tells you the reason.
              </p>
              {config.photoDrafts ? (
                <p>
                  If you ask for suggestions from your photos, small copies of up to three of them go to the service
                  that {operatorName} uses for this. Without your asking none does.
                </p>
              ) : null}
              <p>
                If you tap a microphone, your browser listens. Some browsers send the sound to their maker to understand
                it.
                {config.serverSpeech
                  ? ` Where a browser cannot, the recording goes through this server to the service that ${operatorName} uses for this; neither sound nor words are kept here.`
                  : ''}{' '}
                Typing is always possible.
              </p>
              <p>From each photo a fingerprint is computed, and codes and words in it are read on our own server, to find copies and traps.</p>
              <p>
                For each ad we keep what happened to it: published, changed, reserved, sold, and how often it was seen
                and saved.
              </p>
            </>
          ),
        },
        {
          id: 'messages',
          title: 'Messages',
          body: (
            <>
              <p>
                They are stored so that you and the other person can read them on every device, together with when they
                arrived and were read. Only the two of you can open them in {brandName}. They are not encrypted end to
                end: the operator of the server could read them, and does so only when somebody reports a problem or the
                law demands it.
              </p>
              <p>
                Rules read every message before it is delivered, to find fraud. What they found is kept for 90 days, and
                so is the whole text of a message in which contact details were covered. A message that was not
                delivered is seen by you and by the moderators who decide about it.
              </p>
              <p>
                Offers, deals and reviews are kept with when they changed; a review is public under your display name.
              </p>
            </>
          ),
        },
        {
          id: 'saved',
          title: 'What you save, and what you are told',
          body: (
            <>
              <p>
                Saved ads with your folders and notes, saved searches and whom you follow are seen by you alone. A
                seller sees how many people saved an ad, not who.
              </p>
              <p>
                What you were told is kept for 90 days. If you turn push messages on, we keep the address that your
                browser gave for them until you turn them off; they travel through the service of your browser's maker,
                encrypted so that it cannot read them.
              </p>
            </>
          ),
        },
        {
          id: 'reports',
          title: 'Reports, decisions and letters to us',
          body: (
            <>
              <p>
                A report is kept with who made it and what was reported as it was then; of a conversation the last ten
                messages, if the reporter agreed. The person reported is not told who it was. Decisions of moderators
                are kept with their reasons, and so is which of them decided.
              </p>
              <p>
                What you write through Contact is kept with your name, your email address, your pictures and, if you
                chose so, your conversation with the assistant. It is deleted a year after the matter was closed, and
                with your account.
              </p>
              <p>
                Whether an article of the help was helpful is counted once per account or browser, under a hash of it.
              </p>
            </>
          ),
        },
        {
          id: 'assistant',
          title: 'The assistant',
          body: (
            <p>
              {config.assistantModel
                ? `What you ask it goes, with what it looks up for that answer, to the language model that ${operatorName} uses for this: parts of the help, ads, and, if you ask about them, your own ads, offers and deals. `
                : 'What you ask it is answered on this server, from the help pages and from what you may see anyway. '}
              It is not stored here: the conversation is in your browser and ends with your session. For an hour the
              server counts how many questions came from you, by your account or by a keyed hash of your network
              address. Dictation is your browser's own; some browsers send what they hear to their maker.
            </p>
          ),
        },
        {
          id: 'why',
          title: 'Why we may',
          body: (
            <p>
              Account, ads and messages: because without them the service that you asked for would not work. Logs and
              limits: because we have a legitimate interest in keeping fraud and attacks away. Everything else only if
              you agree first.
            </p>
          ),
        },
        {
          id: 'sharing',
          title: 'Who gets it',
          body: (
            <p>
              Nobody buys it and nobody gets it for advertising. It is on the operator's server and, if the operator
              uses them, at its hosting and mail companies.
            </p>
          ),
        },
        {
          id: 'how-long',
          title: 'How long',
          body: (
            <p>
              As long as your account exists, unless a time stands above. You delete it under{' '}
              <Link to={`${paths.dashboard}?tab=settings`}>Settings</Link>: others no longer see you from that moment
              on, and after 30 days your profile, ads, photos and saved things are erased. Until then signing in takes
              it back. What you wrote to somebody stays in their conversation, in the name of "Deleted account".
              Reports, decisions and the log of what moderators did stay, without your profile. Counts for limits are
              kept for a day, as hashes.
            </p>
          ),
        },
        {
          id: 'rights',
          title: 'Your rights',
          body: (
            <p>
              You can ask for a copy of your data, have it corrected, deleted or limited, object to its use, take it
              elsewhere, and complain to your data protection authority. The copy is under{' '}
              <Link to={`${paths.dashboard}?tab=settings`}>Settings</Link> in your dashboard, as one file; for
              everything else write through <Link to={`${paths.contact}?topic=privacy`}>Contact</Link>.
            </p>
          ),
        },
        versionsOf('privacy'),
      ]}
    />
  )
}
