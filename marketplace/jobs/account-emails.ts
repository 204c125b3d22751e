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
    subject: t('letters.leaving.subject'),
    heading: t('letters.leaving.subject'),
    paragraphs: [t('letters.leaving.hidden'), t('letters.leaving.erasedOn', { day }), t('letters.leaving.changeMind')],
    action: { label: t('dashboard.keepMyAccount'), link: publicUrl + paths.auth },
    footnote: t('letters.leaving.notYou'),
  }
}

/** The last email, after erasure. */
export function erasedEmail(firstName: string, reader: Reader): EmailContent {
  const { t } = reader
  return {
    ...opening(firstName || null, reader),
    subject: t('letters.erased.subject'),
    heading: t('letters.erased.subject'),
    paragraphs: [t('letters.erased.gone'), t('letters.erased.newAccount')],
    action: null,
    footnote: t('letters.erased.asked'),
  }
}
