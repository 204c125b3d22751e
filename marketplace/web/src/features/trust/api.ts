import { t } from '../../i18n/t.ts'
import { dataOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { inOurWords } from '../../lib/person-names.ts'

type ReportKind = 'listing' | 'message' | 'conversation' | 'profile' | 'review' | 'photo'

/** What is reported, and whose it is. */
export interface ReportTarget {
  readonly kind: ReportKind
  readonly id: string
  /** The person behind it, who can be blocked at the end. */
  readonly personId: string
  readonly personName: string
  /** Its messages can be attached, if the reporter agrees. */
  readonly isChat?: boolean
}

export const REASONS = [
  { value: 'scam', label: t('common.scamOrPhishing'), line: t('trust.reason.fraudHint') },
  { value: 'offensive', label: t('common.offensiveOrHarassing'), line: t('trust.reason.harassmentHint') },
  { value: 'prohibited', label: t('common.prohibitedItem'), line: t('trust.reason.prohibitedHint') },
  { value: 'counterfeit', label: t('common.counterfeit'), line: t('trust.reason.counterfeitHint') },
  { value: 'personal_data', label: t('common.showsPersonalData'), line: t('trust.reason.privacyHint') },
  { value: 'wrong_place', label: t('trust.reason.spam'), line: t('trust.reason.spamHint') },
  { value: 'already_sold', label: t('common.alreadySold'), line: t('trust.reason.sold') },
  { value: 'other', label: t('common.somethingElse'), line: t('trust.reason.otherHint') },
] as const
export type Reason = (typeof REASONS)[number]['value']

export const DETAIL_LIMIT = 500

/** Sends a report; repeating it returns the same one. Resolves to its number. */
export async function report(target: ReportTarget, reason: Reason, detail: string, shares: boolean): Promise<number> {
  const answer = await supabase
    .rpc('report_something', {
      target_kind: target.kind,
      target_id: target.id,
      reason,
      detail,
      share_messages: shares,
    })
    .single<{ report_no: number }>()
  const made = dataOf(answer)
  if (!made) throw new Error('the report has no number')
  return made.report_no
}

export async function blockPerson(person: string): Promise<void> {
  dataOf(await supabase.rpc('block_person', { person }))
}

export async function unblockPerson(person: string): Promise<void> {
  dataOf(await supabase.rpc('unblock_person', { person }))
}

/** A person the user has blocked. */
export interface Blocked {
  readonly blocked_id: string
  readonly created_at: string
  readonly blocked: { readonly display_name: string; readonly avatar_path: string | null } | null
}

/** Newest first. */
export async function fetchBlocked(): Promise<Blocked[]> {
  const answer = await supabase
    .from('blocks')
    .select('blocked_id,created_at,blocked:sellers!blocks_blocked_id_fkey(display_name,avatar_path)')
    .order('created_at', { ascending: false })
  return inOurWords(dataOf(answer)) as Blocked[] // the columns selected above
}

/** The user's own undelivered message. */
export interface Held {
  readonly id: string
  readonly body: string
  readonly pattern: string
  readonly state: 'held' | 'blocked' | 'released' | 'refused'
  readonly created_at: string
  readonly appealed_at: string | null
  readonly statement: string | null
}

/** The user's held messages of a conversation, oldest first, without those delivered in the end. */
export async function fetchHeld(conversationId: string, senderId: string): Promise<Held[]> {
  const answer = await supabase
    .from('held_messages')
    .select('id,body,pattern,state,created_at,appealed_at,statement')
    .eq('conversation_id', conversationId)
    .eq('sender_id', senderId)
    .neq('state', 'released')
    .order('created_at')
  return dataOf(answer) as Held[]
}

export async function appeal(messageId: string, reason: string): Promise<void> {
  dataOf(await supabase.rpc('appeal_message', { message_id: messageId, reason }))
}

/** The original of a masked message. @throws {RequestFailed} with a message for the user, until both have written twice */
export async function reveal(messageId: string): Promise<string> {
  return dataOf(await supabase.rpc('reveal_message', { message_id: messageId })) as string
}

/** Marks a warned message as harmless: counted for the rules, nothing else changes. */
export async function sayHarmless(messageId: string): Promise<void> {
  dataOf(await supabase.rpc('mark_message_harmless', { message_id: messageId }))
}
