import {
  CONTACT,
  type Letter,
  TOPIC_TEXT,
  TOPICS,
  type Topic,
  type TranscriptLine,
} from '../../../../contract/contact.ts'
import { codePoints } from '../../../../contract/limits.ts'
import { t } from '../../i18n/t.ts'
import type { FormProblem } from '../../ui/ErrorSummary.tsx'

/** What has been typed so far. */
export interface LetterForm {
  readonly topic: Topic | ''
  readonly name: string
  readonly email: string
  readonly where: string
  readonly body: string
  readonly goodFaith: boolean
  readonly website: string
}

export const EMPTY_LETTER: LetterForm = {
  topic: '',
  name: '',
  email: '',
  where: '',
  body: '',
  goodFaith: false,
  website: '',
}

/** What an address may begin a letter with: /contact?topic=illegal&where=… */
export function begunLetter(search: URLSearchParams): LetterForm {
  const topic = TOPICS.find((one) => one === search.get('topic')) ?? ''
  return { ...EMPTY_LETTER, topic, where: (search.get('where') ?? '').slice(0, CONTACT.where.max) }
}

/** All that is still to fix, in the order of the fields. */
export function problemsOf(form: LetterForm, isMember: boolean): FormProblem[] {
  const problems: FormProblem[] = []
  const lacks = (fieldId: string, message: string) => problems.push({ fieldId, message })
  if (form.topic === '') lacks('letter-topic', t('Choose what it is about'))
  if (!isMember && form.name.trim() === '') lacks('letter-name', t('Say how we may call you'))
  if (!isMember && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email.trim()))
    lacks('letter-email', t('Give an email address that the answer can go to'))
  const topic = form.topic === '' ? null : TOPIC_TEXT[form.topic]
  if (topic?.isWhereNeeded && form.where.trim() === '') lacks('letter-where', t('Say where it is'))
  const length = codePoints(form.body.trim())
  if (length < CONTACT.body.min) lacks('letter-body', t('Write at least {min} characters', { min: CONTACT.body.min }))
  if (length > CONTACT.body.max) lacks('letter-body', t('Shorten the letter to 4,000 characters'))
  if (form.topic === 'illegal' && !form.goodFaith) lacks('letter-good-faith', t('Confirm that what you write is right'))
  return problems
}

/** The form as the letter that is sent. */
export function letterOf(
  form: LetterForm & { readonly topic: Topic },
  clientId: string,
  isMember: boolean,
  transcript: readonly TranscriptLine[],
): Letter {
  const { topic, body, where, goodFaith, website, name, email } = form
  return {
    clientId,
    topic,
    body: body.trim(),
    ...(isMember ? {} : { name: name.trim(), email: email.trim() }),
    ...(TOPIC_TEXT[topic].where && where.trim() ? { where: where.trim() } : {}),
    ...(topic === 'illegal' ? { goodFaith } : {}),
    ...(transcript.length > 0 ? { transcript } : {}),
    ...(website ? { website } : {}),
  }
}
