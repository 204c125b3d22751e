import { jsonOf } from '../../../../../contract/json-of.ts'
import { reasonText } from '../../../i18n/refusals.ts'
import { dataOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import type { Action, PersonFile, Queue, TargetKind } from './types.ts'

export async function readQueue(): Promise<Queue> {
  const queue = jsonOf<Queue>(dataOf(await supabase.rpc('moderation_queue')))
  const items = queue.items.map(async (item) => {
    if (item.kind === 'ad') return { ...item, reason: await reasonText(item.reason) }
    return item.kind === 'appeal' ? withStatement(item) : item
  })
  return { ...queue, items: await Promise.all(items) }
}

export async function readPerson(person: string): Promise<PersonFile> {
  const file = jsonOf<PersonFile>(dataOf(await supabase.rpc('person_file', { person })))
  return { ...file, decisions: await Promise.all(file.decisions.map(withStatement)) }
}

/** Translates a rule's code into the statement. */
export async function withStatement<Decision extends { readonly statement: string }>(
  decision: Decision,
): Promise<Decision> {
  return { ...decision, statement: (await reasonText(decision.statement)) ?? '' }
}

export type QueueAction =
  | { type: 'take'; reportId: string }
  | {
      type: 'decide'
      targetKind: TargetKind
      targetId: string
      reportId?: string
      action: Action
      statement: string
      days?: number
    }
  | { type: 'review'; listingId: string; decision: 'approve' | 'request_changes' | 'reject'; note: string }
  | { type: 'message'; messageId: string; release: boolean; statement: string }
  | { type: 'appeal'; decisionId: string; overturn: boolean; statement: string }

export async function actOnQueue(action: QueueAction): Promise<void> {
  dataOf<unknown>(await call(action))
}

async function call(action: QueueAction) {
  switch (action.type) {
    case 'take':
      return supabase.rpc('take_report', { report_id: action.reportId })
    case 'decide':
      return supabase.rpc('decide', {
        target_kind: action.targetKind,
        target_id: action.targetId,
        action: action.action,
        statement: action.statement,
        ...(action.reportId ? { report_id: action.reportId } : {}),
        ...(action.days ? { days: action.days } : {}),
      })
    case 'review':
      return supabase.rpc('review_listing', {
        listing_id: action.listingId,
        decision: action.decision,
        note: action.note,
      })
    case 'message':
      return supabase.rpc('decide_held_message', {
        message_id: action.messageId,
        release: action.release,
        statement: action.statement,
      })
    case 'appeal':
      return supabase.rpc('decide_appeal', {
        decision_id: action.decisionId,
        overturn: action.overturn,
        statement: action.statement,
      })
  }
}
