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
offers(amount_minor,currency,expires_at),deals(amount_minor,currency,state,mode,meet_at,orders(state,paid_at))`
const TOLD_DEALS = ['agreed', 'scheduled', 'handed_over', 'completed']
const NEWEST_DEAL_FIRST = { referencedTable: 'deals', ascending: false }
const MESSAGE =
  'id,conversation_id,sender_id,kind,body,payload,client_id,created_at,delivered_at,read_at,deleted_at,notice,notice_sentence,masked'

/** Conversations with their open offers and deals. The filters apply to the embedded rows only; conversations are never dropped. */
function conversations(more = '') {
  return supabase
    .from('conversations')
    .select(`${CONVERSATION}${more}`)
    .eq('offers.state', 'pending')
    .in('deals.state', TOLD_DEALS)
    .order('created_at', NEWEST_DEAL_FIRST)
}

/** Which conversations: inbox or archive. */
export type Box = 'inbox' | 'archived'

/** The end of a page of the list. */
export type Place = Pick<Conversation, 'id' | 'last_message_at'>

/** The user's conversations, most recently active first, starting after the last one of the previous page. */
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
  return inOurWords(data) as Conversation[] // the columns selected above
}

/** The user's conversations that contain these words in messages, the ad's title or the other user's name. 50 at most. */
export async function findConversations(words: string): Promise<Conversation[]> {
  const { data, error } = await supabase
    .rpc('find_conversations', { q: words })
    .select(CONVERSATION)
    .eq('offers.state', 'pending')
    .in('deals.state', TOLD_DEALS)
    .order('created_at', NEWEST_DEAL_FIRST)
  if (error) throw error
  return inOurWords(data) as Conversation[] // the columns selected above
}

/** Archives a conversation, or moves it back to the inbox. */
export async function archive(conversationId: string, archived: boolean): Promise<void> {
  const { error } = await supabase.rpc('archive_conversation', { conversation_id: conversationId, archived })
  if (error) throw error
}

/** One conversation; null if it does not exist or belongs to others: the database does not reveal which. */
export async function fetchConversation(id: string): Promise<Conversation | null> {
  const { data, error } = await conversations(',shows_receipts').eq('id', id).maybeSingle()
  // An id in the URL that is no UUID matches no conversation.
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
    // Messages of one transaction share a timestamp.
    const { created_at, id } = before
    query = query.or(`created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt.${id})`)
  }
  const { data, error } = await query
  if (error) throw error
  return (data as Message[]).reverse()
}

const UNIQUE_VIOLATION = '23505'
/** No response, or one of a server that is starting or shutting down. */
const UNREACHABLE = new Set([0, 502, 503, 504])

/**
 * Sends a message. Idempotent by client id.
 * @returns null when it was sent before, or is held: the thread shows which
 * @throws {Unreachable} when it should be retried later
 */
export async function sendMessage(conversationId: string, clientId: string, body: string): Promise<Message | null> {
  // Select a list: asking for exactly one row would roll back the held message when there is none.
  const { data, error, status } = await supabase
    .from('messages')
    .insert({ conversation_id: conversationId, client_id: clientId, body })
    .select(MESSAGE)
  if (error?.code === UNIQUE_VIOLATION) return null
  if (error && UNREACHABLE.has(status)) throw new Unreachable(error.message)
  if (error) throw error
  return (data as Message[])[0] ?? null
}

/** Deletes the user's own message for both users, within five minutes. @returns what is left of it */
export async function deleteMessage(messageId: string): Promise<Message> {
  const { data, error } = await supabase.rpc('delete_message', { message_id: messageId })
  if (error) throw error
  return data as Message // the row without its text
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
