import { paths } from '../contract/paths.ts'
import { dayText } from '../contract/words/moments.ts'
import type { Reader } from '../contract/words/say.ts'
import { type Letter, opening } from './letter.ts'

/** Says what happens next, and how to take it back. */
export function leavingLetter(
  { firstName, eraseAt, timeZone }: { firstName: string; eraseAt: Date; timeZone: string },
  reader: Reader,
  publicUrl: string,
): Letter {
  const { language, t } = reader
  const day = dayText(eraseAt, language, timeZone)
  return {
    ...opening(firstName || null, reader),
    subject: t('Your account will be deleted'),
    heading: t('Your account will be deleted'),
    paragraphs: [
      t(
        'Your profile and your ads are hidden from now on, open offers and deals have ended, and you are signed out everywhere.',
      ),
      t(
        'On {day} everything that is about you will be erased. What you wrote to others stays with them, without your name.',
        { day },
      ),
      t('If you change your mind, sign in before then: everything will be as it was.'),
    ],
    action: { label: t('Keep my account'), link: publicUrl + paths.auth },
    footnote: t('If you did not ask for this, sign in and change your password at once.'),
  }
}

/** The last one. */
export function erasedLetter(firstName: string, reader: Reader): Letter {
  const { t } = reader
  return {
    ...opening(firstName || null, reader),
    subject: t('Your account has been deleted'),
    heading: t('Your account has been deleted'),
    paragraphs: [
      t(
        'Your profile, ads, photos and saved things are gone, and so is this address. This is the last message from us.',
      ),
      t('You can open a new account at any time.'),
    ],
    action: null,
    footnote: t('You asked for this 30 days ago.'),
  }
}
