import { scamPattern } from '../../../../../contract/scam-patterns.ts'
import { labelIn } from '../../../i18n/label-in.ts'
import { currentLanguage } from '../../../i18n/messages.ts'
import { t } from '../../../i18n/t.ts'
import type { Action, QueueItem, TargetKind } from './types.ts'

export const TARGET: Readonly<Record<TargetKind, string>> = {
  listing: t('admin.queue.ad'),
  message: t('common.message'),
  conversation: t('common.conversation'),
  profile: t('admin.person'),
  review: t('admin.queue.dealReview'),
  photo: t('common.photo'),
}

export const REASON: Readonly<Record<string, string>> = {
  scam: t('common.scamOrPhishing'),
  offensive: t('admin.queue.offensive'),
  prohibited: t('common.prohibitedItem'),
  counterfeit: t('common.counterfeit'),
  personal_data: t('admin.queue.personalData'),
  wrong_place: t('admin.queue.wrongPlaceOrSpam'),
  already_sold: t('common.alreadySold'),
  other: t('common.somethingElse'),
}

export const ACTION: Readonly<Record<Action, string>> = {
  none: t('admin.queue.nothingIsWrong'),
  warn: t('admin.queue.warn'),
  hide: t('admin.queue.hide'),
  remove: t('admin.queue.removeForGood'),
  limit: t('admin.queue.limitTheAccount'),
  suspend: t('admin.queue.suspendTheAccount'),
  ban: t('admin.queue.banTheAccount'),
}

export function actionsFor(kind: TargetKind): Action[] {
  if (kind === 'profile') return ['none', 'warn', 'limit', 'suspend', 'ban']
  if (kind === 'message' || kind === 'conversation') return ['none', 'warn', 'hide', 'limit', 'suspend', 'ban']
  return ['none', 'warn', 'hide', 'remove', 'limit', 'suspend', 'ban']
}

/** Why an ad was held. @param name of a prohibited-items rule */
export function ruleName(rule: string, name?: Readonly<Record<string, string>> | null): string {
  const [kind = ''] = rule.split(':')
  if (name) return labelIn(name)
  return RULES[kind] ?? t('admin.queue.heldForReview')
}

const RULES: Readonly<Record<string, string>> = {
  photo_elsewhere: t('admin.queue.photoOfAnotherAd'),
  photo_code: t('admin.queue.codeInPhoto'),
  photo_text: t('admin.queue.contactInPhoto'),
  photo_waiting: t('admin.queue.photosUnchecked'),
  photo_unread: t('admin.queue.photosUnchecked'),
  prohibited: t('common.prohibitedItem'),
}

export function patternName(pattern: string): string {
  return scamPattern(pattern, currentLanguage())?.title ?? t('admin.queue.suspiciousMessage')
}

export function headingOf(item: QueueItem): string {
  switch (item.kind) {
    case 'report':
      return item.count > 1
        ? t('admin.queue.reportedBy', {
            what: TARGET[item.target_kind],
            count: item.count,
          })
        : t('admin.queue.reported', { what: TARGET[item.target_kind] })
    case 'ad':
      return t('admin.queue.adInReview', { title: item.title })
    case 'message':
      return item.appeal ? t('admin.queue.blockedMessageAppealed') : t('admin.queue.heldMessage')
    case 'appeal':
      return t('admin.queue.appealOfDecision', { number: String(item.decision_no) })
  }
}

export function questionOf(item: QueueItem): string {
  const isCopy = item.kind === 'ad' && (item.same_photos?.length ?? 0) > 0
  return isCopy && item.person ? t('admin.queue.isOwnPhoto', { name: item.person.display_name }) : headingOf(item)
}

/** Why it was reported. */
export function reasonName(reason: string): string {
  return REASON[reason] ?? t('common.somethingElse')
}

export function whyOf(item: Exclude<QueueItem, { kind: 'report' }>): string {
  switch (item.kind) {
    case 'ad':
      if (item.same_photos?.length) return t('admin.queue.sameInOtherAd')
      return item.rule ? ruleName(item.rule, item.rule_name) : ''
    case 'message':
      return patternName(item.pattern)
    case 'appeal':
      return ACTION[item.action]
  }
}

export function subjectOf(item: QueueItem): string {
  if (item.kind === 'ad') return item.title
  const title = item.kind === 'report' ? item.evidence?.title : null
  return typeof title === 'string' ? title : (item.person?.display_name ?? '')
}
