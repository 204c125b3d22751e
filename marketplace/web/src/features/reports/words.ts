import { t } from '../../i18n/t.ts'

export const REPORTED: Readonly<Record<string, string>> = {
  listing: t('reports.anAd'),
  message: t('reports.aMessage'),
  conversation: t('reports.aConversation'),
  profile: t('reports.aPerson'),
  review: t('reports.aReview'),
  photo: t('common.aPhoto'),
}

/** The outcome of a report. */
export const OUTCOME: Readonly<Record<string, string>> = {
  new: t('reports.received'),
  triaged: t('reports.received'),
  in_review: t('reports.beingLookedAt'),
  actioned: t('reports.somethingWasDone'),
  rejected: t('reports.breaksNoRule'),
  duplicate: t('reports.knownAlready'),
  appealed: t('reports.outcome.again'),
  upheld: t('reports.somethingWasDone'),
  overturned: t('reports.breaksNoRule'),
}

export const DECISION: Readonly<Record<string, string>> = {
  warn: t('reports.youWereWarned'),
  hide: t('common.somethingHidden'),
  remove: t('common.somethingRemoved'),
  limit: t('reports.decision.limited'),
  suspend: t('reports.decision.suspended'),
  ban: t('common.accountBanned'),
}

export const APPEAL: Readonly<Record<string, string>> = {
  open: t('reports.appeal.open'),
  upheld: t('reports.theDecisionStands'),
  overturned: t('reports.appeal.undone'),
}
