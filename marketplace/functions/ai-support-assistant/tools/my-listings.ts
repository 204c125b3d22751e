import type { FunctionContext } from '../../../../backend/src/functions/function.ts'
import type { AssistantReply } from '../../../contract/assistant.ts'
import { paths } from '../../../contract/paths.ts'
import { signInFirst } from './sign-in-first.ts'

const SHOWN = 5
const MINE = /\bmy (?:ads?|listings?|items?)\b/i
const ITS_STATE =
  /\b(?:status|state|hidden|gone|disappeared|removed|rejected|refused|visible|showing|show up|online|live|published|approved|happened|where (?:is|are)|see my|find my|active)\b/i
/** A question how to do something is one for the articles. */
const HOW_TO = /\bhow (?:do|can|to|long|much)\b/i

const STATES: Readonly<Record<string, string>> = {
  draft: 'a draft that only you see; publish it to put it on offer',
  pending_review: 'with the moderators, who look at it before others see it',
  changes_requested: 'sent back to you for a change',
  active: 'on offer, and found by everybody',
  reserved: 'reserved: people find it, and see that it is promised',
  sold: 'sold, and out of search',
  paused: 'paused by you, and out of search until you resume it',
  expired: 'over its time and out of search; you can put it back from your dashboard',
  hidden: 'hidden by the moderators',
  rejected: 'not accepted by the moderators',
  removed: 'removed by the moderators',
}
/** States that somebody else decided, who said why. */
const DECIDED: ReadonlySet<string> = new Set(['pending_review', 'changes_requested', 'hidden', 'rejected', 'removed'])

interface MyListing {
  readonly id: string
  readonly title: string
  readonly state: string
  readonly state_reason: string | null
}

/** Whether the question is what became of the asker's own ads. */
export function isAboutMyAds(message: string): boolean {
  return MINE.test(message) && ITS_STATE.test(message) && !HOW_TO.test(message)
}

/** The caller's newest ads, what their state means, and the reason when somebody gave one. Row level security lets nobody see another's. */
export async function myListings({ caller, supabase }: FunctionContext): Promise<AssistantReply> {
  const functionCalled = 'my_listings'
  if (caller.userId === null) return signInFirst('Sign in, and I can look at your ads.', functionCalled)
  const { data, error } = await supabase
    .from('listings')
    .select('id, title, state, state_reason')
    .eq('seller_id', caller.userId)
    .neq('state', 'deleted')
    .order('updated_at', { ascending: false })
    .limit(SHOWN)
  if (error) throw new Error(error.message)
  const ads = data as MyListing[] // the columns that were selected
  if (ads.length === 0) {
    return { response: 'You have no ads yet.', functionCalled, links: [{ label: 'Post an ad', path: paths.post }] }
  }
  return {
    response: ads.map(lineOf).join('\n'),
    functionCalled,
    links: [{ label: 'Open my ads', path: `${paths.dashboard}?tab=listings` }],
  }
}

function lineOf({ title, state, state_reason: reason }: MyListing): string {
  const line = `“${title || 'Untitled draft'}” is ${STATES[state] ?? state}.`
  return reason && DECIDED.has(state) ? `${line} The reason: ${reason}` : line
}
