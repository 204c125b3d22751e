import type { Action, QueueItem, TargetKind } from './types.ts'

export const TARGET: Readonly<Record<TargetKind, string>> = {
  listing: 'Ad',
  message: 'Message',
  conversation: 'Conversation',
  profile: 'Person',
  review: 'Review',
  photo: 'Photo',
}

export const REASON: Readonly<Record<string, string>> = {
  scam: 'Scam or phishing',
  offensive: 'Offensive',
  prohibited: 'Prohibited item',
  counterfeit: 'Counterfeit',
  personal_data: 'Personal data',
  wrong_place: 'Wrong place, duplicate or spam',
  already_sold: 'Already sold',
  other: 'Something else',
}

export const ACTION: Readonly<Record<Action, string>> = {
  none: 'Nothing is wrong',
  warn: 'Warn',
  hide: 'Take out of sight',
  remove: 'Remove for good',
  limit: 'Limit the account',
  suspend: 'Suspend the account',
  ban: 'Ban the account',
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
  if (kind === 'photo_elsewhere') return 'Photo of another ad'
  if (kind === 'photo_code') return 'Code in a photo'
  return what || rule
}

/** How one line of the queue is called. */
export function headingOf(item: QueueItem): string {
  switch (item.kind) {
    case 'report':
      return `${TARGET[item.target_kind]} reported${item.count > 1 ? ` by ${item.count} people` : ''}`
    case 'ad':
      return `Ad in review: ${item.title}`
    case 'message':
      return item.appeal ? 'Blocked message, appealed' : 'Held message'
    case 'appeal':
      return `Appeal of decision no. ${item.decision_no}`
  }
}
