import { randomUUID } from 'node:crypto'

/** An error of Stripe, with its code. */
export class StandInError extends Error {
  override readonly name = 'StandInError'
  readonly status = 400
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** An API object, with the fields that Souk reads. */
export type Thing = Record<string, unknown> & { id: string; object: string }

/** An event as Stripe posts it, with the fields that Souk and the library read. */
export interface BookEvent extends Thing {
  type: string
  /** Seconds since 1970. */
  created: number
  data: { object: Thing }
  /** The connected account; absent for events of the platform. */
  account?: string
}

export interface Payment extends Thing {
  amount: number
  amount_received: number
  currency: string
  status: string
  client_secret: string
  latest_charge: string | null
  metadata: Record<string, string>
}

export interface Moved extends Thing {
  amount: number
  currency: string
  status: string
  metadata: Record<string, string>
  payment_intent?: string
  transfer_group?: string | null
  destination?: string
}

export interface Account extends Thing {
  payouts_enabled: boolean
  capabilities: { transfers: string }
  requirements: { currently_due: string[]; past_due: string[]; disabled_reason: string | null }
}

export interface Line extends Thing {
  amount: number
  created: number
}

/** The provider's state, and actions of users and banks. */
export interface Book {
  readonly payments: Map<string, Payment>
  readonly refunds: Map<string, Moved>
  readonly transfers: Map<string, Moved>
  readonly reversals: Map<string, Moved & { transfer: string }>
  readonly payouts: Map<string, Moved & { account: string }>
  readonly accounts: Map<string, Account>
  readonly charges: Map<string, Thing>
  readonly lines: Line[]
  /** The buyer enters a card in the payment form. */
  pay(intent: string, card?: { fingerprint?: string; declined?: boolean; challenged?: boolean }): void
  /** The buyer's bank charges back a payment. */
  dispute(intent: string, amount?: number): void
  winDispute(intent: string): void
  /** The seller completes the onboarding. */
  completeAccount(account: string): void
  /** Stripe requires further details and stops payouts. */
  restrictAccount(account: string, missing: readonly string[]): void
  /** Pending payouts arrive, or are returned. */
  settlePayouts(how?: 'paid' | 'failed'): void
  /** A successful refund is returned by the buyer's bank. */
  failRefund(id: string): void
  emit(type: string, object: Thing, account?: string): void
  line(type: string, amount: number, source: Thing, fee?: number): void
  /** Balance of a seller's account. */
  balanceOf(account: string): number
  /** Balance of the platform, without fees. */
  platformBalance(): number
}

export const newId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '')}`
const now = () => Math.floor(Date.now() / 1000)

export function openBook(onEvent: (event: BookEvent) => void): Book {
  const book: Book = {
    payments: new Map(),
    refunds: new Map(),
    transfers: new Map(),
    reversals: new Map(),
    payouts: new Map(),
    accounts: new Map(),
    charges: new Map(),
    lines: [],
    pay(intent, { fingerprint = 'print', declined = false, challenged = false } = {}) {
      const payment = paymentOf(intent)
      if (payment.status === 'canceled' || payment.status === 'succeeded') {
        throw new StandInError(`The payment is ${payment.status}.`, 'payment_intent_unexpected_state')
      }
      if (declined || challenged) {
        payment.status = challenged ? 'requires_action' : 'requires_payment_method'
        return book.emit(`payment_intent.${challenged ? 'requires_action' : 'payment_failed'}`, payment)
      }
      const charge: Thing = {
        id: newId('ch'),
        object: 'charge',
        amount: payment.amount,
        currency: payment.currency,
        captured: true,
        payment_intent: intent,
        payment_method_details: { card: { fingerprint } },
      }
      book.charges.set(charge.id, charge)
      Object.assign(payment, { status: 'succeeded', amount_received: payment.amount, latest_charge: charge.id })
      book.line('charge', payment.amount, charge, Math.round(payment.amount * 0.015) + 25)
      book.emit('charge.succeeded', charge)
      book.emit('payment_intent.succeeded', payment)
    },
    dispute(intent, amount = paymentOf(intent).amount) {
      const { currency } = paymentOf(intent)
      const dispute: Thing = { id: `dp_${intent}`, object: 'dispute', amount, currency, payment_intent: intent }
      book.line('adjustment', -amount, dispute, 1500)
      book.emit('charge.dispute.created', dispute)
      book.emit('charge.dispute.funds_withdrawn', dispute)
      Object.assign(paymentOf(intent), { disputed: amount })
    },
    winDispute(intent) {
      const { currency, disputed } = paymentOf(intent)
      const amount = Number(disputed)
      const dispute: Thing = { id: `dp_${intent}`, object: 'dispute', amount, currency, payment_intent: intent }
      book.line('adjustment', amount, dispute)
      book.emit('charge.dispute.funds_reinstated', dispute)
      Object.assign(paymentOf(intent), { disputed: 0 })
    },
    completeAccount(id) {
      const account = accountOf(id)
      account.payouts_enabled = true
      account.capabilities.transfers = 'active'
      account.requirements = { currently_due: [], past_due: [], disabled_reason: null }
      book.emit('account.updated', account, id)
    },
    restrictAccount(id, missing) {
      const account = accountOf(id)
      account.payouts_enabled = false
      account.requirements = { currently_due: [...missing], past_due: [], disabled_reason: 'requirements.past_due' }
      book.emit('account.updated', account, id)
    },
    settlePayouts(how = 'paid') {
      for (const payout of book.payouts.values()) {
        if (payout.status !== 'pending') continue
        payout.status = how
        book.emit(`payout.${how}`, payout, payout.account)
      }
    },
    failRefund(id) {
      const refund = book.refunds.get(id)
      if (!refund) throw new StandInError(`No such refund: ${id}`, 'resource_missing')
      Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
      book.line('refund_failure', refund.amount, refund)
      book.emit('refund.failed', refund)
    },
    emit(type, object, account) {
      onEvent({
        id: newId('evt'),
        object: 'event',
        type,
        created: now(),
        data: { object: structuredClone(object) },
        ...(account && { account }),
      })
    },
    line(type, amount, source, fee = 0) {
      const { currency = 'eur' } = source
      book.lines.push({
        id: newId('txn'),
        object: 'balance_transaction',
        type,
        amount,
        fee,
        currency,
        source,
        created: now(),
      })
    },
    balanceOf(id) {
      const sum = (moved: Iterable<{ amount: number }>) => [...moved].reduce((total, { amount }) => total + amount, 0)
      const transfers = [...book.transfers.values()].filter(({ destination }) => destination === id)
      const back = [...book.reversals.values()].filter(({ transfer }) => transfers.some((one) => one.id === transfer))
      const out = [...book.payouts.values()].filter(({ account, status }) => account === id && status !== 'failed')
      return sum(transfers) - sum(back) - sum(out)
    },
    platformBalance: () => book.lines.reduce((total, { amount }) => total + amount, 0),
  }
  const paymentOf = (id: string): Payment => {
    const payment = book.payments.get(id)
    if (!payment) throw new StandInError(`No such payment_intent: '${id}'`, 'resource_missing')
    return payment
  }
  const accountOf = (id: string): Account => {
    const account = book.accounts.get(id)
    if (!account) throw new StandInError(`No such account: '${id}'`, 'resource_missing')
    return account
  }
  return book
}
