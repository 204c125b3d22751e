import { jsonOf } from '../../../../contract/json-of.ts'
import { dataOf, RequestFailed, sentenceOfAnswer } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'

export interface Balance {
  readonly currency: string
  readonly available_minor: number
  readonly on_its_way_minor: number
  readonly pending_minor: number
  readonly min_payout_minor: number
  /** Onboarding state with the payment provider: none, incomplete, checking or ready. */
  readonly payout_account?: string
}

export type Rhythm = 'week' | 'month' | 'asked'

export interface PayoutPlan {
  readonly holder: string | null
  readonly ending: string | null
  readonly every: Rhythm
  readonly next_on: string | null
  /** The last payout returned by the bank; null once resolved. */
  readonly returned_minor: number | null
}

export interface StatementLine {
  readonly id: number
  readonly kind: string
  readonly order_id: string | null
  readonly title: string | null
  readonly item_count: number | null
  readonly photo_path: string | null
  readonly buyer_name: string | null
  readonly refunded_minor: number | null
  readonly amount_minor: number
  readonly balance_minor: number
  readonly currency: string
  readonly happened_at: string
}

export interface PendingSale {
  readonly id: string
  readonly state: string
  readonly delivery: string
  readonly due_at: string | null
  readonly items_minor: number
  readonly shipping_minor: number
  readonly seller_fee_minor: number
  readonly label_minor: number
  readonly currency: string
  readonly buyer: { readonly display_name: string } | null
  readonly deal: { readonly meet_at: string | null } | null
  readonly items: readonly {
    readonly title: string
    readonly listing: { readonly cover_path: string | null } | null
  }[]
}

export interface Quarter {
  readonly quarter: number
  readonly sales: number
  readonly paid_minor: number
}

export type Kind = 'all' | 'sales' | 'payouts'

export const STATEMENT_PAGE = 20

export async function readBalance(): Promise<Balance> {
  return jsonOf<Balance>(dataOf(await supabase.rpc('my_balance')))
}

export async function readPlan(): Promise<PayoutPlan> {
  return jsonOf<PayoutPlan>(dataOf(await supabase.rpc('my_payout_plan')))
}

/** @param month as "2026-11"; null is all of them, newest first */
export async function readStatement(month: string | null, kind: Kind, before: number | null): Promise<StatementLine[]> {
  return (
    dataOf(
      await supabase
        .rpc('my_statement', {
          ...(month && { of_month: `${month}-01` }),
          ...(before !== null && { before_id: before }),
          only_kind: kind,
          most: STATEMENT_PAGE,
        })
        .overrideTypes<StatementLine[], { merge: false }>(),
    ) ?? []
  )
}

const HELD = ['paid', 'shipped', 'delivered', 'disputed', 'returning']

export async function readPending(userId: string): Promise<PendingSale[]> {
  return (
    dataOf(
      await supabase
        .from('orders')
        .select(
          'id, state, delivery, due_at, items_minor, shipping_minor, seller_fee_minor, label_minor, currency, buyer:sellers!orders_buyer_id_fkey(display_name), deal:deals(meet_at), items:order_items(title, listing:listings(cover_path))',
        )
        .eq('seller_id', userId)
        .in('state', HELD)
        .order('paid_at', { ascending: false })
        .order('position', { referencedTable: 'order_items' })
        .limit(50)
        .overrideTypes<PendingSale[], { merge: false }>(),
    ) ?? []
  )
}

export async function readYear(year: number): Promise<Quarter[]> {
  return dataOf(await supabase.rpc('my_sales', { of_year: year })) ?? []
}

export async function requestPayout(clientId: string): Promise<void> {
  dataOf<unknown>(await supabase.rpc('request_payout', { client_id: clientId }))
}

export async function setRhythm(every: Rhythm): Promise<void> {
  dataOf<unknown>(await supabase.rpc('set_payout_rhythm', { every }))
}

export async function saveTestBank(holder: string, iban: string): Promise<void> {
  dataOf<unknown>(await supabase.rpc('save_test_bank', { holder, iban }))
}

/** The payment provider's own page for identity and bank account. */
export async function onboardingUrl(): Promise<string> {
  const { data, error, response } = await supabase.functions.invoke<{ url: string }>('payout-account', { body: {} })
  if (error || !data) throw new RequestFailed(await sentenceOfAnswer(response), { isOffline: !response, cause: error })
  return data.url
}
