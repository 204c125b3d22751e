import type { FunctionContext } from '../../../../backend/src/functions/function.ts'
import type { AssistantReply } from '../../../contract/assistant.ts'
import { paths } from '../../../contract/paths.ts'

const SHOWN = 5
const MINE = /\bmy (?:ads?|listings?|items?)\b/i
const ITS_STATE =
  /\b(?:status|state|hidden|gone|disappeared|removed|visible|showing|show up|online|live|published|approved|happened|where (?:is|are)|see my|find my|active)\b/i
/** A question how to do something is one for the articles. */
const HOW_TO = /\bhow (?:do|can|to|long|much)\b/i

const STATES: Readonly<Record<string, string>> = {
  draft: 'a draft that only you see; publish it to put it on offer',
  active: 'on offer, and found by everybody',
  reserved: 'reserved: people find it, and see that it is promised',
  sold: 'sold, and out of search',
  paused: 'paused by you, and out of search until you resume it',
  expired: 'over its time and out of search; you can put it back from your dashboard',
  hidden: 'hidden by the moderators; Contact tells you why',
}

interface MyListing {
  readonly id: string
  readonly title: string
  readonly state: string
}

/** Whether the question is what became of the asker's own ads. */
export function isAboutMyAds(message: string): boolean {
  return MINE.test(message) && ITS_STATE.test(message) && !HOW_TO.test(message)
}

/** The caller's newest ads and what their state means. Row level security lets nobody see another's. */
export async function myListings({ caller, supabase }: FunctionContext): Promise<AssistantReply> {
  const functionCalled = 'my_listings'
  if (caller.userId === null) {
    return {
      response: 'Sign in, and I can look at your ads.',
      functionCalled,
      links: [{ label: 'Sign in', path: paths.auth }],
    }
  }
  const { data, error } = await supabase
    .from('listings')
    .select('id, title, state')
    .eq('seller_id', caller.userId)
    .neq('state', 'deleted')
    .order('updated_at', { ascending: false })
    .limit(SHOWN)
  if (error) throw new Error(error.message)
  const ads = data as MyListing[] // the columns that were selected
  if (ads.length === 0) {
    return { response: 'You have no ads yet.', functionCalled, links: [{ label: 'Post an ad', path: paths.post }] }
  }
  const lines = ads.map(({ title, state }) => `“${title || 'Untitled draft'}” is ${STATES[state] ?? state}.`)
  return {
    response: lines.join('\n'),
    functionCalled,
    links: [{ label: 'Open my ads', path: `${paths.dashboard}?tab=listings` }],
  }
}
