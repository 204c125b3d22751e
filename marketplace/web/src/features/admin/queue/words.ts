import { t } from '../../../i18n/t.ts'
import type { Action, QueueItem, TargetKind } from './types.ts'

export const TARGET: Readonly<Record<TargetKind, string>> = {
  listing: t('Ad'),
  message: t('Message'),
  conversation: t('Conversation'),
  profile: t('Person'),
  review: t('Review of a deal'),
  photo: t('Photo'),
}

export const REASON: Readonly<Record<string, string>> = {
  scam: t('Scam or phishing'),
  offensive: t('Offensive'),
  prohibited: t('Prohibited item'),
  counterfeit: t('Counterfeit'),
  personal_data: t('Personal data'),
  wrong_place: t('Wrong place, duplicate or spam'),
  already_sold: t('Already sold'),
  other: t('Something else'),
}

export const ACTION: Readonly<Record<Action, string>> = {
  none: t('Nothing is wrong'),
  warn: t('Warn'),
  hide: t('Take out of sight'),
  remove: t('Remove for good'),
  limit: t('Limit the account'),
  suspend: t('Suspend the account'),
  ban: t('Ban the account'),
}

/** What can be done about a thing of this kind. */
export function actionsFor(kind: TargetKind): Action[] {
  if (kind === 'profile') return ['none', 'warn', 'limit', 'suspend', 'ban']
  if (kind === 'message' || kind === 'conversation') return ['none', 'warn', 'hide', 'limit', 'suspend', 'ban']
  return ['none', 'warn', 'hide', 'remove', 'limit', 'suspend', 'ban']
}

/** The rule that an ad was held by, in words where there are some. */
export function ruleName(rule: string): string {
  const [kind, what = ''] = rule.split(':')
  if (kind === 'photo_elsewhere') return t('Photo of another ad')
  if (kind === 'photo_code') return t('Code in a photo')
  if (kind === 'photo_text') return t('Contact details in a photo')
  return what || rule
}

/** How one line of the queue is called. */
export function headingOf(item: QueueItem): string {
  switch (item.kind) {
    case 'report':
      return item.count > 1
        ? t('{what} reported by {count, plural, one {# person} other {# people}}', {
            what: TARGET[item.target_kind],
            count: item.count,
          })
        : t('{what} reported', { what: TARGET[item.target_kind] })
    case 'ad':
      return t('Ad in review: {title}', { title: item.title })
    case 'message':
      return item.appeal ? t('Blocked message, appealed') : t('Held message')
    case 'appeal':
      return t('Appeal of decision no. {number}', { number: String(item.decision_no) })
  }
}
