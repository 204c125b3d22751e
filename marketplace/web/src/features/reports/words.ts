import { t } from '../../i18n/t.ts'

export const REPORTED: Readonly<Record<string, string>> = {
  listing: t('an ad'),
  message: t('a message'),
  conversation: t('a conversation'),
  profile: t('a person'),
  review: t('a review'),
  photo: t('a photo'),
}

/** What became of a report. */
export const OUTCOME: Readonly<Record<string, string>> = {
  new: t('Received'),
  triaged: t('Received'),
  in_review: t('Being looked at'),
  actioned: t('Something was done'),
  rejected: t('Breaks no rule'),
  duplicate: t('Known already'),
  appealed: t('Being looked at again'),
  upheld: t('Something was done'),
  overturned: t('Breaks no rule'),
}

export const DECISION: Readonly<Record<string, string>> = {
  warn: t('You were warned'),
  hide: t('Something of yours was taken out of sight'),
  remove: t('Something of yours was removed'),
  limit: t('Your account is limited: no new ads or conversations'),
  suspend: t('Your account is suspended'),
  ban: t('Your account is banned'),
}

export const APPEAL: Readonly<Record<string, string>> = {
  open: t('Your appeal is being looked at'),
  upheld: t('The decision stands'),
  overturned: t('The decision was undone'),
}
