import { inSentence } from '../../i18n/in-sentence.ts'
import { t } from '../../i18n/t.ts'
import { TYPE_LABEL } from '../../ui/listing-types.ts'

/** Names of states, lowercase for use in sentences. */
const AD_STATE: Readonly<Record<string, string>> = {
  draft: t('admin.draft'),
  pending_review: t('admin.waitingForReview'),
  changes_requested: t('admin.changesRequested'),
  rejected: t('admin.notAccepted'),
  active: t('admin.active'),
  reserved: t('common.reserved'),
  sold: inSentence(t('ads.sold')),
  paused: t('admin.paused'),
  expired: t('admin.expired'),
  hidden: t('admin.hidden'),
  removed: t('admin.removed'),
  deleted: t('admin.deleted'),
}

const STANDING: Readonly<Record<string, string>> = {
  good: t('admin.inGoodStanding'),
  limited: t('admin.limited'),
  suspended: t('admin.suspended'),
  banned: t('admin.banned'),
}

const ROLE: Readonly<Record<string, string>> = {
  member: t('admin.member'),
  business: t('common.business'),
  moderator: t('admin.moderator'),
  admin: t('admin.administrator'),
}

const REPORT_STATE: Readonly<Record<string, string>> = {
  new: t('admin.reportOpen'),
  triaged: t('admin.lookedThrough'),
  in_review: t('admin.inReviewByModerator'),
  actioned: t('admin.actedUpon'),
  rejected: t('admin.foundFine'),
  duplicate: t('admin.reportedBefore'),
  appealed: t('admin.appealed'),
  upheld: t('admin.upheld'),
  overturned: t('admin.overturned'),
}

const APPEAL_STATE: Readonly<Record<string, string>> = {
  open: t('admin.appealOpen'),
  upheld: t('admin.appealUpheld'),
  overturned: t('admin.appealUndone'),
}

const AD_EVENT: Readonly<Record<string, string>> = {
  created: t('admin.created'),
  extended: t('admin.extended'),
  price_changed: t('admin.priceChanged'),
}

/** Unknown names are shown as they are. */
const said = (words: Readonly<Record<string, string>>, name: string) => words[name] ?? name.replaceAll('_', ' ')

export const adState = (state: string) => said(AD_STATE, state)
export const standingName = (standing: string) => said(STANDING, standing)
export const roleName = (role: string) => said(ROLE, role)
export const reportState = (state: string) => said(REPORT_STATE, state)
export const appealState = (state: string) => said(APPEAL_STATE, state)
export const adEvent = (event: string) => AD_EVENT[event] ?? adState(event)
export const adType = (type: string) => said(TYPE_LABEL, type)
