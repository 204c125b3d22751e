import { about, namesIn, numberIn, textIn } from './notification-facts.ts'
import type { NotificationPayload, Sentences } from './notification-text.ts'
import { paths } from './paths.ts'
import type { Reader } from './words/say.ts'

/** What is said about reviews, messages that were held, reports, decisions, tickets and the account itself. */
export const ACCOUNT_SENTENCES: Sentences = {
  review_published: (payload, reader) => {
    const { t } = reader
    return {
      title: t('{from} reviewed you', namesIn(payload, reader)),
      line: about(payload, reader),
      path: paths.reviews,
    }
  },
  review_reply: (payload, reader) => {
    const { t } = reader
    return {
      title: t('{from} answered your review', namesIn(payload, reader)),
      line: about(payload, reader),
      path: paths.reviews,
    }
  },
  message_released: (payload, reader) => {
    const { t } = reader
    return {
      title: t('Your message was delivered'),
      line: about(payload, reader),
      path: paths.conversation(textIn(payload, 'conversation_id')),
    }
  },
  message_refused: (payload, { t }) => ({
    title: t('Your message stays undelivered'),
    line: textIn(payload, 'statement'),
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  report_received: (payload, { t }) => {
    const number = numberIn(payload, 'report_no')
    return {
      title: number === null ? t('We have your report') : t('We have your report no. {number}', { number }),
      line: t('A person looks at it, usually within a day. We tell you what came of it.'),
      path: paths.notifications,
    }
  },
  report_decided: (payload, { t }) => ({
    title:
      payload.acted === true ? t('Something was done about what you reported') : t('What you reported breaks no rule'),
    line: t('Thank you for looking out for others.'),
    path: paths.myReports,
  }),
  decision_made: (payload, reader) => {
    const { t } = reader
    return {
      title: decided(payload, reader),
      line: t('Its reasons, and how to appeal, are with your reports.'),
      path: paths.myReports,
    }
  },
  appeal_decided: (payload, { t }) =>
    payload.overturned === true
      ? { title: t('Your appeal was right'), line: t('The decision is undone.'), path: paths.myReports }
      : {
          title: t('Your appeal changed nothing'),
          line: t('The reasons are with your reports.'),
          path: paths.myReports,
        },
  ticket_answered: (payload, { t }) => ({
    title: t('We answered your letter no. {number}', { number: numberIn(payload, 'ticket_no') ?? '' }),
    line: textIn(payload, 'line'),
    path: paths.ticket(textIn(payload, 'ticket_id')),
  }),
  webhook_disabled: (payload, { t }) => ({
    title: t('The webhook to {host} was switched off', { host: textIn(payload, 'host') }),
    line:
      payload.reason === 'gone'
        ? t('It answered that it is gone.')
        : t('Nothing could be delivered there for five days. What it missed waits until you switch it on again.'),
    path: paths.adminTab('webhooks'),
  }),
  account_kept: (_payload, { t }) => ({
    title: t('Welcome back, your account stays'),
    line: t('You signed in again, so nothing is deleted. Your ads that were on offer are on offer again.'),
    path: paths.dashboard,
  }),
}

/** What was decided, as the person concerned first hears it. */
function decided(payload: NotificationPayload, { t }: Reader): string {
  const action = textIn(payload, 'action')
  if (action === 'warn') return t('You were warned about something of yours')
  if (action === 'hide') return t('Something of yours was taken out of sight')
  if (action === 'remove') return t('Something of yours was removed')
  if (action === 'limit') return t('Your account is limited for a while')
  if (action === 'suspend') return t('Your account is suspended for a while')
  if (action === 'ban') return t('Your account is banned')
  return t('A decision was made about something of yours')
}
