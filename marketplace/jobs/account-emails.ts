import { paths } from '../contract/paths.ts'
import { dayText } from '../contract/words/moments.ts'
import type { Reader } from '../contract/words/say.ts'
import { type EmailContent, opening } from './email.ts'

/** Confirms a deletion: when the account is erased, and how to undo it. */
export function leavingEmail(
  { firstName, eraseAt, timeZone }: { firstName: string; eraseAt: Date; timeZone: string },
  reader: Reader,
  publicUrl: string,
): EmailContent {
  const { language, t } = reader
  const day = dayText(eraseAt, language, timeZone)
  return {
    ...opening(firstName || null, reader),
    subject: t('emails.leaving.subject'),
    heading: t('emails.leaving.subject'),
    paragraphs: [t('emails.leaving.hidden'), t('emails.leaving.erasedOn', { day }), t('emails.leaving.changeMind')],
    action: { label: t('dashboard.keepMyAccount'), link: publicUrl + paths.auth },
    footnote: t('emails.leaving.notYou'),
  }
}

/** The last email, after erasure. */
export function erasedEmail(firstName: string, reader: Reader): EmailContent {
  const { t } = reader
  return {
    ...opening(firstName || null, reader),
    subject: t('emails.erased.subject'),
    heading: t('emails.erased.subject'),
    paragraphs: [t('emails.erased.body'), t('emails.erased.newAccount')],
    action: null,
    footnote: t('emails.erased.asked'),
  }
}
