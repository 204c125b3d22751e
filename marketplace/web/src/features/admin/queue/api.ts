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

export type QueueAct =
  | { act: 'take'; reportId: string }
  | {
      act: 'decide'
      targetKind: TargetKind
      targetId: string
      reportId?: string
      action: Action
      statement: string
      days?: number
    }
  | { act: 'review'; listingId: string; decision: 'approve' | 'request_changes' | 'reject'; note: string }
  | { act: 'message'; messageId: string; release: boolean; statement: string }
  | { act: 'appeal'; decisionId: string; overturn: boolean; statement: string }

export async function actOnQueue(act: QueueAct): Promise<void> {
  dataOf<unknown>(await call(act))
}

async function call(act: QueueAct) {
  switch (act.act) {
    case 'take':
      return supabase.rpc('take_report', { report_id: act.reportId })
    case 'decide':
      return supabase.rpc('decide', {
        target_kind: act.targetKind,
        target_id: act.targetId,
        action: act.action,
        statement: act.statement,
        ...(act.reportId ? { report_id: act.reportId } : {}),
        ...(act.days ? { days: act.days } : {}),
      })
    case 'review':
      return supabase.rpc('review_listing', { listing_id: act.listingId, decision: act.decision, note: act.note })
    case 'message':
      return supabase.rpc('decide_held_message', {
        message_id: act.messageId,
        release: act.release,
        statement: act.statement,
      })
    case 'appeal':
      return supabase.rpc('decide_appeal', {
        decision_id: act.decisionId,
        overturn: act.overturn,
        statement: act.statement,
      })
  }
}
