import type { AssistantReply } from '../../../contract/help/assistant.ts'
import { paths } from '../../../contract/paths.ts'
import type { Asking } from '../asking.ts'
import { wordsOf } from '../understand/features.ts'
import { cardOfOwn } from './my-listings.ts'

const SHOWN = 5

interface ViewedAd {
  readonly id: string
  readonly title: string
  readonly cover_path: string | null
  readonly views_count: number
  readonly saves_count: number
}

interface Talk {
  readonly id: string
  readonly buyer_id: string
  readonly seller_id: string
  readonly buyer_unread: number
  readonly seller_unread: number
}

/** View counts of the caller's ads: those named in the message, else the newest. */
export async function myViews(named: string, { caller, reader, supabase }: Asking): Promise<AssistantReply> {
  const { t } = reader
  const { data, error } = await supabase
    .from('my_listings')
    .select('id, title, cover_path, views_count, saves_count')
    .eq('seller_id', caller.userId ?? '')
    .in('state', ['active', 'reserved', 'paused', 'sold', 'expired'])
    .order('updated_at', { ascending: false })
    .limit(100)
  if (error) throw new Error(error.message)
  const ads = data as ViewedAd[] // the columns that were selected
  const words = wordsOf(named)
  const asked = ads.filter(({ title }) => wordsOf(title).some((word) => words.includes(word)))
  const shown = (asked.length > 0 ? asked : ads).slice(0, SHOWN)
  return {
    response: shown.length === 0 ? t('assistant.noAdsYet') : t('assistant.yourAds'),
    functionCalled: 'my_listings',
    links: [
      ...shown.map((ad) =>
        cardOfOwn(ad, t('assistant.adViews', { views: ad.views_count, saves: ad.saves_count }), reader),
      ),
      { label: t('assistant.openMyAds'), path: `${paths.dashboard}?tab=listings` },
    ],
  }
}

/** The caller's latest conversations and unread messages. */
export async function myMessages({ caller, reader, supabase }: Asking): Promise<AssistantReply> {
  const { t } = reader
  const { data, error } = await supabase.rpc('my_conversations', { box: 'inbox', lim: SHOWN })
  if (error) throw new Error(error.message)
  const talks = data as Talk[] // rows of conversations
  const mine = talks.map(({ id, buyer_id, seller_id, buyer_unread, seller_unread }) =>
    buyer_id === caller.userId
      ? { id, other: seller_id, unread: buyer_unread }
      : { id, other: buyer_id, unread: seller_unread },
  )
  const names = await namesOf(
    mine.map(({ other }) => other),
    supabase,
  )
  const count = mine.reduce((sum, { unread }) => sum + unread, 0)
  return {
    response: mine.length === 0 ? t('assistant.noMessages') : t('assistant.unreadMessages', { count }),
    functionCalled: 'my_messages',
    links: [
      ...mine.flatMap(({ id, other }) => {
        const name = names.get(other)
        return name ? [{ label: name, path: paths.conversation(id) }] : []
      }),
      { label: t('assistant.openMessages'), path: paths.messages },
    ],
  }
}

async function namesOf(ids: readonly string[], supabase: Asking['supabase']): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { data, error } = await supabase
    .from('sellers')
    .select('id, display_name')
    .in('id', [...new Set(ids)])
  if (error) throw new Error(error.message)
  return new Map((data as { id: string; display_name: string }[]).map(({ id, display_name }) => [id, display_name])) // the columns that were selected
}

/** Links to the caller's drafts. */
export async function myDrafts({ caller, reader, supabase }: Asking): Promise<AssistantReply> {
  const { t } = reader
  const { data, error } = await supabase
    .from('my_listings')
    .select('id, title')
    .eq('seller_id', caller.userId ?? '')
    .eq('state', 'draft')
    .order('updated_at', { ascending: false })
    .limit(SHOWN)
  if (error) throw new Error(error.message)
  const drafts = data as { id: string; title: string }[] // the columns that were selected
  return {
    response: t('assistant.drafts', { count: drafts.length }),
    functionCalled: 'my_listings',
    links:
      drafts.length === 0
        ? [{ label: t('app.postAnAd'), path: paths.post }]
        : drafts.map(({ id, title }) => ({ label: title || t('assistant.untitledDraft'), path: paths.editPost(id) })),
  }
}

/** The caller's support tickets, newest first. */
export async function myTickets({ caller, reader, supabase }: Asking): Promise<AssistantReply> {
  const { t } = reader
  const { data, error } = await supabase
    .from('tickets')
    .select('id, ticket_no, state')
    .eq('person_id', caller.userId ?? '')
    .order('changed_at', { ascending: false })
    .limit(SHOWN)
  if (error) throw new Error(error.message)
  const tickets = data as { id: string; ticket_no: number; state: string }[] // the columns that were selected
  const lines = tickets.map(({ ticket_no, state }) =>
    t('assistant.ticketState', { ticketNo: String(ticket_no), state }),
  )
  return {
    response: lines.length === 0 ? t('assistant.noTickets') : lines.join('\n'),
    functionCalled: 'my_tickets',
    links: [{ label: t('assistant.openTickets'), path: paths.myTickets }],
  }
}

/** Links to the pages with saved ads and searches. */
export function mySaved({ reader: { t } }: Asking): AssistantReply {
  return {
    response: t('assistant.savedHere'),
    functionCalled: 'my_saved',
    links: [
      { label: t('assistant.openSaved'), path: paths.saved },
      { label: t('assistant.openSearches'), path: paths.searches },
    ],
  }
}
