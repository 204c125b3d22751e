import { jsonOf } from '../../../../../contract/json-of.ts'
import { reasonText } from '../../../i18n/refusals.ts'
import { dataOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { withStatement } from '../queue/api.ts'
import type { Action, QueuePerson, TargetKind } from '../queue/types.ts'

export interface FoundAd {
  readonly id: string
  readonly ad_no: number
  readonly title: string
  readonly state: string
  readonly type: string
  readonly price_minor: number | null
  readonly currency: string
  readonly cover_path: string | null
  readonly updated_at: string
  readonly seller: { readonly id: string; readonly display_name: string } | null
  readonly reports: number
}

export async function findAds(q: string): Promise<FoundAd[]> {
  return jsonOf<FoundAd[]>(dataOf(await supabase.rpc('find_ads', { q })))
}

export interface AdFile {
  readonly id: string
  readonly ad_no: number
  readonly title: string
  readonly description: string
  readonly category: string | null
  readonly type: string
  readonly price_minor: number | null
  readonly currency: string
  readonly state: string
  readonly state_reason: string | null
  readonly state_rule: string | null
  readonly city: string
  readonly area: string
  readonly created_at: string
  readonly published_at: string | null
  readonly expires_at: string | null
  readonly views: number
  readonly saves: number
  readonly chats: number
  readonly person: QueuePerson | null
  readonly photos: readonly { id: string; path: string; alt: string }[]
  readonly photos_elsewhere: readonly {
    id: string
    ad_no: number
    title: string
    state: string
    seller: string | null
    same_seller: boolean
  }[]
  readonly events: readonly {
    event: string
    from: string | null
    to: string | null
    at: string
    by: 'system' | 'seller' | 'moderator'
    reason: string | null
  }[]
  readonly reports: readonly {
    no: number
    target_kind: TargetKind
    reason: string
    detail: string
    state: string
    weight: number
    at: string
  }[]
  readonly decisions: readonly {
    no: number
    action: Action
    target_kind: TargetKind
    statement: string
    at: string
    appeal_state: string | null
  }[]
}

export async function readAd(listing: string): Promise<AdFile> {
  const file = jsonOf<AdFile>(dataOf(await supabase.rpc('listing_file', { listing_id: listing })))
  const [state_reason, events, decisions] = await Promise.all([
    reasonText(file.state_reason),
    Promise.all(file.events.map(async (event) => ({ ...event, reason: await reasonText(event.reason) }))),
    Promise.all(file.decisions.map(withStatement)),
  ])
  return { ...file, state_reason, events, decisions }
}
