import type { JobContext } from 'souk-backend/jobs'

type Sql = JobContext['sql']

/** A row of private.payment_tasks with the data about payment and seller that providers need. */
export interface PaymentTask {
  readonly key: string
  readonly kind: 'refund' | 'cancel' | 'transfer' | 'payout' | 'dispute'
  readonly orderId: string | null
  /** The provider's reference of the payment. */
  readonly payment: string | null
  readonly charge: string | null
  /** Minor units of the currency. Negative for a reversed transfer: back from the seller's account. */
  readonly amountMinor: number
  readonly currency: string
  /** The seller's account at the provider. */
  readonly account: string | null
  readonly accountTakesTransfers: boolean
  /** Account holder with the test provider. */
  readonly holder: string | null
  /** Whether a call may have been made already: look for its result first. */
  readonly wasTried: boolean
  /** Number of refusals by the provider. */
  readonly attempts: number
  readonly askedAt: Date
  /** The transfer that this one reverses. */
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

/** A provider event, as stored in private.provider_events. */
export interface ProviderReport {
  /** Unique: stored and handled once. */
  readonly eventId: string
  readonly kind: ReportKind
  /** Reference of a payment, task or account. */
  readonly reference: string
  readonly details: Readonly<Record<string, string | number | boolean | readonly string[] | null>>
}

export type TaskOutcome =
  | { readonly is: 'reported'; readonly report: ProviderReport }
  /** The provider accepted it and reports later, or is not ready; ask again after these minutes. */
  | { readonly is: 'later'; readonly minutes: number; readonly why: string; readonly isRefused?: boolean }
  /** Needs the operator. */
  | { readonly is: 'stuck'; readonly why: string }

/** A movement in the provider's own books. */
export type Movement = Readonly<{
  id: string
  kind: 'payment' | 'refund' | 'refund_failed' | 'transfer' | 'payout' | 'dispute' | 'dispute_won' | 'other'
  /** Reference of the payment, or key of the task. */
  reference: string
  amountMinor: number
  currency: string
  /** The provider's fee. */
  feeMinor: number
}>

export interface PaymentProvider {
  readonly name: 'test' | 'stripe'
  /** Executes one task. Idempotent. @throws if the provider cannot be reached */
  perform(task: PaymentTask): Promise<TaskOutcome>
  /** The provider's movements of a period; `accounts` are those of sellers with payouts in it. */
  movements(time: { since: Date; until: Date; accounts: readonly string[] }, sql: Sql): AsyncIterable<Movement>
}
