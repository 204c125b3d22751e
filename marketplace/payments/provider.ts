import type { JobContext } from 'souk-backend/jobs'

type Sql = JobContext['sql']

/** A row of private.payment_tasks with what providers need to know of its payment and its seller. */
export interface PaymentTask {
  readonly key: string
  readonly kind: 'refund' | 'cancel' | 'transfer' | 'payout' | 'dispute'
  readonly orderId: string | null
  /** The provider's reference of the payment. */
  readonly payment: string | null
  readonly charge: string | null
  /** Smallest units of the currency. Of a transfer below zero: back from the seller's account. */
  readonly amountMinor: number
  readonly currency: string
  /** The seller's account at the provider. */
  readonly account: string | null
  readonly accountTakesTransfers: boolean
  /** Holder of the bank account that stands for one with the test provider. */
  readonly holder: string | null
  /** Whether a call may have been made already: look for its result first. */
  readonly wasTried: boolean
  /** How often the provider refused. */
  readonly attempts: number
  readonly askedAt: Date
  /** What was made of the transfer that this one takes back. */
  readonly transfer: string | null
}

export type ReportKind =
  | 'succeeded'
  | 'challenged'
  | 'failed'
  | 'cancelled'
  | 'refunded'
  | 'refund_failed'
  | 'disputed'
  | 'dispute_won'
  | 'transferred'
  | 'paid_out'
  | 'payout_failed'
  | 'account'

/** Something that happened at the provider, as private.provider_events stores it. */
export interface ProviderReport {
  /** Stored and handled once. */
  readonly eventId: string
  readonly kind: ReportKind
  /** Of a payment, a task or an account. */
  readonly reference: string
  readonly details: Readonly<Record<string, string | number | boolean | readonly string[] | null>>
}

export type TaskOutcome =
  | { readonly is: 'reported'; readonly report: ProviderReport }
  /** The provider has it and reports later, or does it later; ask again after these minutes. */
  | { readonly is: 'later'; readonly minutes: number; readonly why: string; readonly isRefused?: boolean }
  /** Needs the operator. */
  | { readonly is: 'stuck'; readonly why: string }

/** Money that moved at the provider, from its own books. */
export type Movement = Readonly<{
  id: string
  kind: 'payment' | 'refund' | 'refund_failed' | 'transfer' | 'payout' | 'dispute' | 'dispute_won' | 'other'
  /** Of the payment, or the key of the task. */
  reference: string
  amountMinor: number
  currency: string
  /** What the provider keeps of it. */
  feeMinor: number
}>

export interface PaymentProvider {
  readonly name: 'test' | 'stripe'
  /** Does one task. Safe to repeat. @throws when the provider cannot be reached */
  perform(task: PaymentTask): Promise<TaskOutcome>
  /** What the provider's books say of a time; `accounts` are those of sellers who were paid out then. */
  movements(time: { since: Date; until: Date; accounts: readonly string[] }, sql: Sql): AsyncIterable<Movement>
}
