import type { JobContext } from '../../backend/src/jobs/job.ts'
import { paths } from '../contract/paths.ts'

type Letter = Parameters<JobContext['sendLetter']>[1]

/** The words, apart from what is put into them and how they are laid out. */
const WORDS = {
  leaving: {
    subject: 'Your account will be deleted',
    heading: 'Your account will be deleted',
    lines: (day: string) => [
      'Your profile and your ads are hidden from now on, open offers and deals have ended, and you are signed out everywhere.',
      `On ${day} everything that is about you will be erased. What you wrote to others stays with them, without your name.`,
      'If you change your mind, sign in before then: everything will be as it was.',
    ],
    action: 'Keep my account',
    footnote: 'If you did not ask for this, sign in and change your password at once.',
  },
  erased: {
    subject: 'Your account has been deleted',
    heading: 'Your account has been deleted',
    lines: [
      'Your profile, ads, photos and saved things are gone, and so is this address. This is the last message from us.',
      'You can open a new account at any time.',
    ],
    footnote: 'You asked for this 30 days ago.',
  },
} as const

/** Says what happens next, and how to take it back. */
export function leavingLetter(firstName: string, eraseAt: Date, publicUrl: string): Letter {
  const { lines, action, ...words } = WORDS.leaving
  return {
    ...words,
    name: firstName || null,
    paragraphs: lines(dayOf(eraseAt)),
    action: { label: action, link: publicUrl + paths.auth },
  }
}

/** The last one. */
export function erasedLetter(firstName: string): Letter {
  const { lines, ...words } = WORDS.erased
  return { ...words, name: firstName || null, paragraphs: lines, action: null }
}

function dayOf(date: Date): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    date,
  )
}
