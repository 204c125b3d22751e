import type { AssistantLink, AssistantReply } from '../../../contract/help/assistant.ts'
import { varietyOf } from '../../../contract/languages.ts'
import { paths } from '../../../contract/paths.ts'
import { isRefusal } from '../../../contract/refusals/explain.ts'
import { reasonIn, valuesOf } from '../../../contract/refusals/refusal.ts'
import type { Reader } from '../../../contract/words/say.ts'
import type { Asking } from '../asking.ts'
import { signInFirst } from './sign-in-first.ts'

const SHOWN = 5
/** States set by moderation, with a reason. */
const DECIDED: ReadonlySet<string> = new Set(['pending_review', 'changes_requested', 'hidden', 'rejected', 'removed'])

interface MyListing {
  readonly id: string
  readonly title: string
  readonly state: string
  readonly state_reason: unknown
  readonly expires_at: string | null
  readonly cover_path: string | null
}

/** The caller's newest ads, what their state means, and the reason if one was given. Row level security hides other users' ads. */
export async function myListings({ caller, reader, supabase }: Asking): Promise<AssistantReply> {
  const functionCalled = 'my_listings'
  const { t } = reader
  if (caller.userId === null) return signInFirst(functionCalled, reader)
  const { data, error } = await supabase
    .from('my_listings')
    .select('id, title, state, state_reason, expires_at, cover_path')
    .eq('seller_id', caller.userId)
    .order('updated_at', { ascending: false })
    .limit(SHOWN)
  if (error) throw new Error(error.message)
  const ads = data as MyListing[] // the columns that were selected
  if (ads.length === 0) {
    return {
      response: t('assistant.noAdsYet'),
      functionCalled,
      links: [{ label: t('app.postAnAd'), path: paths.post }],
    }
  }
  return {
    response: t('assistant.yourAds'),
    functionCalled,
    links: [
      ...ads.map((ad) => cardOfOwn(ad, detailOf(ad, reader), reader)),
      { label: t('assistant.openMyAds'), path: `${paths.dashboard}?tab=listings` },
    ],
  }
}

/** A card of one of the user's ads; `detail` has the requested fact. */
export function cardOfOwn(
  { id, title, cover_path }: Pick<MyListing, 'id' | 'title' | 'cover_path'>,
  detail: string,
  { t }: Reader,
): AssistantLink {
  return {
    label: title || t('assistant.untitledDraft'),
    path: paths.listing(id),
    detail,
    ...(cover_path ? { photo: cover_path } : {}),
  }
}

function detailOf(ad: MyListing, reader: Reader): string {
  const { t } = reader
  const { state } = ad
  const reason = reasonOf(ad.state_reason, reader)
  if (state === 'active' && ad.expires_at) {
    const until = new Date(ad.expires_at).toLocaleDateString(varietyOf(reader.language), {
      day: 'numeric',
      month: 'long',
    })
    return t('assistant.adActiveUntil', { until })
  }
  const line = stateOf(state, reader)
  return reason && DECIDED.has(state) ? `${line} ${t('assistant.reason', { reason })}` : line
}

/** A moderator's own words, or the message for a rule's finding. */
function reasonOf(column: unknown, { t, language }: Reader): string | null {
  const reason = reasonIn(column)
  if (reason === null || typeof reason === 'string') return reason
  return isRefusal(reason.code) ? t(`refusals.${reason.code}`, valuesOf(reason.details, language)) : null
}

function stateOf(state: string, { t }: Reader): string {
  switch (state) {
    case 'draft':
      return t('assistant.adDraft')
    case 'pending_review':
      return t('assistant.adInReview')
    case 'changes_requested':
      return t('assistant.adSentBack')
    case 'active':
      return t('assistant.adActive')
    case 'reserved':
      return t('assistant.adReserved')
    case 'sold':
      return t('assistant.adSold')
    case 'paused':
      return t('assistant.adPaused')
    case 'expired':
      return t('assistant.adExpired')
    case 'hidden':
      return t('assistant.adHidden')
    case 'rejected':
      return t('assistant.adRejected')
    case 'removed':
      return t('assistant.adRemoved')
    default:
      return t('assistant.adState', { state })
  }
}
