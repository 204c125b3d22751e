import { inSentence } from '../../i18n/in-sentence.ts'
import { t } from '../../i18n/t.ts'

/** What the database calls states, as moderators say it; inside sentences as well. */
const AD_STATE: Readonly<Record<string, string>> = {
  draft: t('draft'),
  pending_review: t('waiting for review'),
  changes_requested: t('changes requested'),
  rejected: t('not accepted'),
  active: t('active'),
  reserved: t('reserved'),
  sold: inSentence(t('Sold')),
  paused: t('paused'),
  expired: t('expired'),
  hidden: t('hidden'),
  deleted: t('deleted'),
}

const STANDING: Readonly<Record<string, string>> = {
  good: t('in good standing'),
  limited: t('limited'),
  suspended: t('suspended'),
  banned: t('banned'),
}

const ROLE: Readonly<Record<string, string>> = {
  member: t('member'),
  business: t('business'),
  moderator: t('moderator'),
  admin: t('administrator'),
}

const REPORT_STATE: Readonly<Record<string, string>> = {
  new: t('not looked at yet'),
  triaged: t('looked through'),
  in_review: t('in review by a moderator'),
  actioned: t('acted upon'),
  rejected: t('found fine'),
  duplicate: t('reported before'),
  appealed: t('appealed'),
  upheld: t('upheld'),
  overturned: t('overturned'),
}

const APPEAL_STATE: Readonly<Record<string, string>> = {
  open: t('Appeal: open.'),
  upheld: t('Appeal: the decision was upheld.'),
  overturned: t('Appeal: the decision was undone.'),
}

const AD_EVENT: Readonly<Record<string, string>> = {
  created: t('created'),
  extended: t('extended'),
  price_changed: t('price changed'),
}

const AD_TYPE: Readonly<Record<string, string>> = {
  sell: t('For sale'),
  free: t('Free'),
  wanted: t('Wanted'),
  swap: t('Swap'),
}

/** A name of the database that nobody has put into words yet stays readable. */
const said = (words: Readonly<Record<string, string>>, name: string) => words[name] ?? name.replaceAll('_', ' ')

export const adState = (state: string) => said(AD_STATE, state)
export const standingName = (standing: string) => said(STANDING, standing)
export const roleName = (role: string) => said(ROLE, role)
export const reportState = (state: string) => said(REPORT_STATE, state)
export const appealState = (state: string) => said(APPEAL_STATE, state)
export const adEvent = (event: string) => AD_EVENT[event] ?? adState(event)
export const adType = (type: string) => said(AD_TYPE, type)
