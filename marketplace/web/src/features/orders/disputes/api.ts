import { jsonOf } from '../../../../../contract/json-of.ts'
import { dataOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import type { Choice } from './split.ts'
import type { DisputeCase, WaitingCase } from './types.ts'

/** Undecided disputes and appeals, oldest first. */
export async function readCases(): Promise<WaitingCase[]> {
  return jsonOf<WaitingCase[]>(dataOf(await supabase.rpc('dispute_cases', {})))
}

/** Reading a case is recorded in the audit log. */
export async function readCase(orderId: string): Promise<DisputeCase> {
  return jsonOf<DisputeCase>(dataOf(await supabase.rpc('dispute_case', { order_id: orderId })))
}

export interface Ruling {
  readonly orderId: string
  readonly choice: Choice
  /** The refund to the buyer, in minor units. */
  readonly backMinor: number
  readonly why: string
  readonly isAppeal: boolean
}

export async function decideCase({ orderId, choice, backMinor, why, isAppeal }: Ruling): Promise<void> {
  const ruling = { order_id: orderId, refund_minor: backMinor, decision: why }
  dataOf<unknown>(
    isAppeal
      ? await supabase.rpc('decide_dispute_appeal', ruling)
      : await supabase.rpc('decide_dispute', { ...ruling, take_back: choice === 'return' }),
  )
}

export async function askForEvidence(orderId: string, question: string): Promise<void> {
  dataOf<unknown>(await supabase.rpc('ask_for_evidence', { order_id: orderId, question }))
}
