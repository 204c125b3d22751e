import { paths } from '../paths.ts'
import type { Reader } from '../words/say.ts'
import { about, namesIn, numberIn, textIn } from './notification-facts.ts'
import type { NotificationPayload, Sentences } from './notification-text.ts'

/** Texts about reviews, held messages, reports, decisions, tickets and the account. */
export const ACCOUNT_SENTENCES: Sentences = {
  review_published: (payload, reader) => {
    const { t } = reader
    return {
      title: t('notices.reviewedYou', namesIn(payload, reader)),
      line: about(payload, reader),
      path: paths.reviews,
    }
  },
  review_reply: (payload, reader) => {
    const { t } = reader
    return {
      title: t('notices.answeredReview', namesIn(payload, reader)),
      line: about(payload, reader),
      path: paths.reviews,
    }
  },
  message_released: (payload, reader) => {
    const { t } = reader
    return {
      title: t('notices.messageDelivered'),
      line: about(payload, reader),
      path: paths.conversation(textIn(payload, 'conversation_id')),
    }
  },
  message_refused: (payload, { t }) => ({
    title: t('notices.messageStaysUndelivered'),
    line: textIn(payload, 'statement'),
    path: paths.conversation(textIn(payload, 'conversation_id')),
  }),
  fact_decided: (payload, reader) => {
    const { t } = reader
    const facts = namesIn(payload, reader)
    return {
      title: payload.upheld === true ? t('notices.factNoLongerCounts', facts) : t('notices.factStillCounts', facts),
      line: textIn(payload, 'statement'),
      path: paths.reviews,
    }
  },
  report_received: (payload, { t }) => {
    const number = numberIn(payload, 'report_no')
    return {
      title: number === null ? t('notices.reportReceived') : t('notices.reportNumberReceived', { number }),
      line: t('notices.reportReceivedHint'),
      path: paths.notifications,
    }
  },
  report_decided: (payload, { t }) => ({
    title: payload.acted === true ? t('notices.reportActedOn') : t('notices.reportNoBreach'),
    line: t('notices.thankYou'),
    path: paths.myReports,
  }),
  decision_made: (payload, reader) => {
    const { t } = reader
    return {
      title: decided(payload, reader),
      line: t('notices.reasonsAndAppeal'),
      path: paths.myReports,
    }
  },
  appeal_decided: (payload, { t }) =>
    payload.overturned === true
      ? { title: t('notices.appealRight'), line: t('notices.decisionUndone'), path: paths.myReports }
      : {
          title: t('notices.appealUnchanged'),
          line: t('notices.reasonsWithReports'),
          path: paths.myReports,
        },
  ticket_answered: (payload, { t }) => ({
    title: t('notices.ticketReply', { number: numberIn(payload, 'ticket_no') ?? '' }),
    line: textIn(payload, 'line'),
    path: paths.ticket(textIn(payload, 'ticket_id')),
  }),
  webhook_disabled: (payload, { t }) => ({
    title: t('notices.webhookOff', { host: textIn(payload, 'host') }),
    line: payload.reason === 'gone' ? t('notices.webhookGone') : t('notices.webhookFailed'),
    path: paths.adminTab('webhooks'),
  }),
  account_kept: (_payload, { t }) => ({
    title: t('notices.welcomeBack'),
    line: t('notices.accountKept'),
    path: paths.dashboard,
  }),
}

/** A decision, as first announced to the person concerned. */
function decided(payload: NotificationPayload, { t }: Reader): string {
  const action = textIn(payload, 'action')
  if (action === 'warn') return t('notices.warned')
  if (action === 'hide') return t('common.somethingHidden')
  if (action === 'remove') return t('common.somethingRemoved')
  if (action === 'limit') return t('notices.accountLimited')
  if (action === 'suspend') return t('notices.accountSuspended')
  if (action === 'ban') return t('common.accountBanned')
  return t('notices.decisionMade')
}
