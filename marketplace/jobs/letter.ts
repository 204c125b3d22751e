import type { JobContext } from '../../backend/src/jobs/job.ts'
import type { Reader } from '../contract/words/say.ts'

/** A mail as the backend lays it out. */
export type Letter = Parameters<JobContext['sendLetter']>[1]

/** How every letter begins, in the language that it goes on in. */
export function opening(name: string | null, { language, t }: Reader): Pick<Letter, 'language' | 'greeting' | 'name'> {
  return { language, name, greeting: name ? t('Hello {name},', { name }) : t('Hello,') }
}
