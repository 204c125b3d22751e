import type { JobContext } from 'souk-backend/jobs'
import type { Reader } from '../contract/words/say.ts'

/** A mail as the backend lays it out. */
export type EmailContent = Parameters<JobContext['sendEmail']>[1]

/** How every letter begins, in the language that it goes on in. */
export function opening(
  name: string | null,
  { language, t }: Reader,
): Pick<EmailContent, 'language' | 'greeting' | 'name'> {
  return { language, name, greeting: name ? t('letters.helloName', { name }) : t('letters.hello') }
}
