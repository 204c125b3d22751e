import { inSentence } from '../../../i18n/in-sentence.ts'
import { t } from '../../../i18n/t.ts'
import type { QueueAction } from './api.ts'
import type { Action, AdItem, QueueItem, ReportItem } from './types.ts'
import { ACTION, actionsFor, patternName, REASON, ruleName } from './words.ts'

export interface Decision {
  /** Keyboard shortcut. */
  readonly key: string
  readonly label: string
  /** Suggested statement to the user; null if they are not notified. */
  readonly says: string | null
  /** Limited in time. */
  readonly isTimed?: boolean
  readonly isGrave?: boolean
  /** Ends an account. */
  readonly isFinal?: boolean
  /** Highlighted as the likely decision. */
  readonly isFirst?: boolean
  readonly toAction: (statement: string, days: number) => QueueAction
}

export function decisionsFor(item: QueueItem): readonly Decision[] {
  switch (item.kind) {
    case 'report':
      return aboutReport(item)
    case 'ad':
      return aboutAd(item)
    case 'message': {
      const action = (release: boolean) => (statement: string) =>
        ({ type: 'message', messageId: item.id, release, statement }) as const
      const reason = inSentence(patternName(item.pattern))
      return [
        { key: 'A', label: t('admin.queue.deliverIt'), says: null, toAction: action(true) },
        {
          key: 'R',
          label: t('admin.queue.doNotDeliver'),
          says: t('admin.says.refuse', { reason }),
          isFirst: true,
          toAction: action(false),
        },
      ]
    }
    case 'appeal': {
      const action = (overturn: boolean) => (statement: string) =>
        ({ type: 'appeal', decisionId: item.id, overturn, statement }) as const
      return [
        {
          key: 'A',
          label: t('admin.queue.decisionWasRight'),
          says: t('admin.says.uphold'),
          isFirst: true,
          toAction: action(false),
        },
        { key: 'U', label: t('admin.queue.undoTheDecision'), says: t('admin.says.overturn'), toAction: action(true) },
      ]
    }
  }
}

function aboutAd(item: AdItem): Decision[] {
  const action = (decision: 'approve' | 'request_changes' | 'reject') => (note: string) =>
    ({ type: 'review', listingId: item.id, decision, note }) as const
  const [rule = ''] = (item.rule ?? '').split(':')
  const change =
    rule === 'photo_elsewhere'
      ? { label: t('admin.queue.askForOwnPhotos'), says: t('admin.says.ownPhotos') }
      : {
          label: t('admin.queue.askForChanges'),
          says: rule === 'photo_code' || rule === 'photo_text' ? t('admin.says.photo') : t('admin.says.change'),
        }
  const decisions: Decision[] = [
    { key: 'A', label: t('admin.queue.publishIt'), says: null, toAction: action('approve') },
    { key: 'P', ...change, isFirst: true, toAction: action('request_changes') },
    {
      key: 'R',
      label: t('admin.queue.rejectIt'),
      says: t('admin.says.reject'),
      isGrave: true,
      toAction: action('reject'),
    },
  ]
  const seller = item.person
  if (seller) {
    decisions.push({
      key: KEY.ban,
      label: t('admin.queue.blockSeller'),
      says: SAYS.ban(inSentence(ruleName(item.rule ?? '', item.rule_name))),
      isGrave: true,
      isFinal: true,
      toAction: (statement) => ({
        type: 'decide',
        targetKind: 'profile',
        targetId: seller.id,
        action: 'ban',
        statement,
      }),
    })
  }
  return decisions
}

const KEY: Readonly<Record<Action, string>> = {
  none: 'A',
  warn: 'W',
  hide: 'H',
  remove: 'R',
  limit: 'L',
  suspend: 'U',
  ban: 'B',
}

const SAYS: Readonly<Record<Action, (reason: string) => string>> = {
  none: () => t('admin.says.none'),
  warn: (reason) => t('admin.says.warn', { reason }),
  hide: (reason) => t('admin.says.hide', { reason }),
  remove: (reason) => t('admin.says.remove', { reason }),
  limit: (reason) => t('admin.says.limit', { reason }),
  suspend: (reason) => t('admin.says.suspend', { reason }),
  ban: (reason) => t('admin.says.ban', { reason }),
}

function aboutReport(item: ReportItem): Decision[] {
  const actions = actionsFor(item.target_kind)
  const likely = actions.includes('hide') ? 'hide' : 'warn'
  const [reported = 'other'] = item.reasons
  const reason = inSentence(REASON[reported] ?? t('common.somethingElse'))
  return actions.map((action) => ({
    key: KEY[action],
    label: ACTION[action],
    says: action === 'none' ? null : SAYS[action](reason),
    isTimed: action === 'limit' || action === 'suspend',
    isGrave: action === 'remove' || action === 'suspend' || action === 'ban',
    isFinal: action === 'ban',
    isFirst: action === likely,
    toAction: (statement, days) => ({
      type: 'decide',
      targetKind: item.target_kind,
      targetId: item.target_id,
      reportId: item.id,
      action,
      statement: statement || SAYS[action](reason),
      ...(action === 'limit' || action === 'suspend' ? { days } : {}),
    }),
  }))
}
