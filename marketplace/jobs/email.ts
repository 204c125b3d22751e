import type { JobContext } from 'souk-backend/jobs'
import type { Reader } from '../contract/words/say.ts'

/** An email as the backend lays it out. */
export type EmailContent = Parameters<JobContext['sendEmail']>[1]

/** The greeting of every email, in the language of its text. */
export function opening(
  name: string | null,
  { language, t }: Reader,
): Pick<EmailContent, 'language' | 'greeting' | 'name'> {
  return { language, name, greeting: name ? t('emails.helloName', { name }) : t('emails.hello') }
}
