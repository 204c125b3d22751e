import { supabase } from '../../lib/data/supabase.ts'
import { inOurWords } from '../../lib/person-names.ts'
import { Unreachable } from './outbox.ts'
import type { Conversation, Message } from './types.ts'

export const INBOX_PAGE = 20
export const THREAD_PAGE = 50

const PERSON =
  'id,display_name,avatar_path,phone_verified,rating_average,rating_count,sold_count,response_minutes,joined_at,left_at,away_from,away_until'
const CONVERSATION = `id,listing_id,buyer_id,seller_id,state,lock_reason,last_message_at,last_message_body,last_message_hint,last_sender_id,buyer_unread,seller_unread,buyer_archived_at,seller_archived_at,
listing:listings(id,type,quantity,title,price_minor,previous_price_minor,currency,price_type,state,cover_path),
buyer:sellers!conversations_buyer_id_fkey(${PERSON}),seller:sellers!conversations_seller_id_fkey(${PERSON}),
offers(amount_minor,currency,expires_at),deals(amount_minor,currency,state,meet_at)`
const TOLD_DEALS = ['agreed', 'scheduled', 'handed_over', 'completed']
const NEWEST_DEAL_FIRST = { referencedTable: 'deals', ascending: false }
const MESSAGE =
  'id,conversation_id,sender_id,kind,body,payload,client_id,created_at,delivered_at,read_at,deleted_at,notice,masked'

/** Conversations with what is open in them; embedded rows that are over are left out, conversations never. */
function conversations(more = '') {
  return supabase
    .from('conversations')
    .select(`${CONVERSATION}${more}`)
    .eq('offers.state', 'pending')
    .in('deals.state', TOLD_DEALS)
    .order('created_at', NEWEST_DEAL_FIRST)
}

/** Which conversations: those in the list, or those put away. */
export type Box = 'inbox' | 'archived'

/** Where a page of the list ended. */
export type Place = Pick<Conversation, 'id' | 'last_message_at'>

/** My conversations, the one that moved last first, from after the last one of the page before. */
export async function fetchInbox(box: Box, after: Place | null): Promise<Conversation[]> {
  const place = after ? { before: after.last_message_at, before_id: after.id } : {}
  const { data, error } = await supabase
    .rpc('my_conversations', { box, lim: INBOX_PAGE, ...place })
    .select(CONVERSATION)
    .eq('offers.state', 'pending')
    .in('deals.state', TOLD_DEALS)
    .order('created_at', NEWEST_DEAL_FIRST)
    .order('last_message_at', { ascending: false })
    .order('id', { ascending: false })
  if (error) throw error
  return inOurWords(data) as Conversation[] // the columns named above
}

/** Mine in which these words occur: in what was said, the title of the ad or the other's name. 50 at most. */
export async function findConversations(words: string): Promise<Conversation[]> {
  const { data, error } = await supabase
    .rpc('find_conversations', { q: words })
    .select(CONVERSATION)
    .eq('offers.state', 'pending')
    .in('deals.state', TOLD_DEALS)
    .order('created_at', NEWEST_DEAL_FIRST)
  if (error) throw error
  return inOurWords(data) as Conversation[] // the columns named above
}

/** Puts a conversation away, or back into the list. */
export async function archive(conversationId: string, archived: boolean): Promise<void> {
  const { error } = await supabase.rpc('archive_conversation', { conversation_id: conversationId, archived })
  if (error) throw error
}

/** One conversation, or null when it does not exist or is none of mine: the database does not tell which. */
export async function fetchConversation(id: string): Promise<Conversation | null> {
  const { data, error } = await conversations(',shows_receipts').eq('id', id).maybeSingle()
  // An address that holds no UUID names no conversation.
  if (error?.code === '22P02') return null
  if (error) throw error
  return inOurWords(data) as Conversation | null
}

/** The newest messages of a conversation, oldest first; with `before`, the page that ends there. */
export async function fetchMessages(conversationId: string, before: Message | null): Promise<Message[]> {
  let query = supabase
    .from('messages')
    .select(MESSAGE)
    .eq('conversation_id', conversationId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(THREAD_PAGE)
  if (before) {
    // Several can be of one moment: those of one transaction.
    const { created_at, id } = before
    query = query.or(`created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt.${id})`)
  }
  const { data, error } = await query
  if (error) throw error
  return (data as Message[]).reverse()
}

const UNIQUE_VIOLATION = '23505'
/** No answer at all, or one of a server that is on its way down or up. */
const UNREACHABLE = new Set([0, 502, 503, 504])

/**
 * Says something. Saying it again with the same client id is harmless: the first one counts.
 * @returns null when it was said before, or is held: the thread tells which
 * @throws {Unreachable} when it is to be tried again later
 */
export async function sendMessage(conversationId: string, clientId: string, body: string): Promise<Message | null> {
  // As a list: to ask for exactly one row would take back what the guard keeps when there is none.
  const { data, error, status } = await supabase
    .from('messages')
    .insert({ conversation_id: conversationId, client_id: clientId, body })
    .select(MESSAGE)
  if (error?.code === UNIQUE_VIOLATION) return null
  if (error && UNREACHABLE.has(status)) throw new Unreachable(error.message)
  if (error) throw error
  return (data as Message[])[0] ?? null
}

/** Takes back what I said, for both; for five minutes. @returns what is left of it */
export async function deleteMessage(messageId: string): Promise<Message> {
  const { data, error } = await supabase.rpc('delete_message', { message_id: messageId })
  if (error) throw error
  return data as Message // the row without its words
}

export async function readReceipts(myId: string): Promise<boolean> {
  const { data, error } = await supabase.from('profiles').select('read_receipts').eq('id', myId).single()
  if (error) throw error
  return data.read_receipts
}

export async function saveReceipts(myId: string, wanted: boolean): Promise<void> {
  const { error } = await supabase.from('profiles').update({ read_receipts: wanted }).eq('id', myId)
  if (error) throw error
}

export async function markRead(conversationId: string): Promise<void> {
  const { error } = await supabase.rpc('mark_conversation_read', { conversation_id: conversationId })
  if (error) throw error
}

export async function markDelivered(conversationId: string): Promise<void> {
  const { error } = await supabase.rpc('mark_delivered', { conversation_id: conversationId })
  if (error) throw error
}
