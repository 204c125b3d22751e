import { type Account, type Book, type Moved, newId, type Payment, StandInError, type Thing } from './stripe-book.ts'

interface Request {
  readonly given: URLSearchParams
  /** The header Stripe-Account. */
  readonly account: string | null
  readonly id: string
}
type Route = readonly [method: 'GET' | 'POST', path: RegExp, action: (book: Book, request: Request) => object]

/** The API calls of Souk, with Stripe's rules that matter for money. */
export const ROUTES: readonly Route[] = [
  ['POST', /^\/v1\/payment_intents$/, createPayment],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, (book, { id }) => found(book.payments, id)],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, cancelPayment],
  ['POST', /^\/v1\/refunds$/, createRefund],
  [
    'GET',
    /^\/v1\/refunds$/,
    (book, { given }) =>
      listOf([...book.refunds.values()].filter((refund) => refund.payment_intent === given.get('payment_intent'))),
  ],
  ['POST', /^\/v1\/transfers$/, createTransfer],
  [
    'GET',
    /^\/v1\/transfers$/,
    (book, { given }) =>
      listOf(
        [...book.transfers.values()].filter((transfer) => transfer.transfer_group === given.get('transfer_group')),
      ),
  ],
  ['POST', /^\/v1\/transfers\/(\w+)\/reversals$/, reverseTransfer],
  [
    'GET',
    /^\/v1\/transfers\/(\w+)\/reversals$/,
    (book, { id }) => listOf([...book.reversals.values()].filter(({ transfer }) => transfer === id)),
  ],
  ['POST', /^\/v1\/payouts$/, createPayout],
  [
    'GET',
    /^\/v1\/payouts$/,
    (book, { account }) => listOf([...book.payouts.values()].filter((payout) => payout.account === account)),
  ],
  ['POST', /^\/v1\/accounts$/, createAccount],
  ['GET', /^\/v1\/accounts\/(\w+)$/, (book, { id }) => found(book.accounts, id)],
  [
    'POST',
    /^\/v1\/account_links$/,
    (_, { given }) => ({ object: 'account_link', url: `https://connect.stripe.com/setup/${given.get('account')}` }),
  ],
  ['GET', /^\/v1\/balance_transactions$/, listLines],
]

const listOf = (data: readonly Thing[]) => ({ object: 'list', data, has_more: false })

function found<Kind extends Thing>(things: ReadonlyMap<string, Kind>, id: string): Kind {
  const thing = things.get(id)
  if (!thing) throw new StandInError(`No such object: '${id}'`, 'resource_missing')
  return thing
}

function metadataOf(given: URLSearchParams): Record<string, string> {
  const entries = [...given].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
    return key ? [[key, value] as const] : []
  })
  return Object.fromEntries(entries)
}

function amountIn(given: URLSearchParams): number {
  const amount = Number(given.get('amount'))
  if (!Number.isInteger(amount) || amount < 1)
    throw new StandInError('Invalid positive integer', 'parameter_invalid_integer')
  return amount
}

function createPayment(book: Book, { given }: Request): Payment {
  const id = newId('pi')
  const payment: Payment = {
    id,
    object: 'payment_intent',
    amount: amountIn(given),
    amount_received: 0,
    currency: given.get('currency') ?? '',
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${newId('s')}`,
    latest_charge: null,
    transfer_group: given.get('transfer_group'),
    metadata: metadataOf(given),
  }
  book.payments.set(id, payment)
  return payment
}

function cancelPayment(book: Book, { id }: Request): Payment {
  const payment = found(book.payments, id)
  if (payment.status === 'succeeded' || payment.status === 'canceled') {
    throw new StandInError(
      `You cannot cancel this PaymentIntent because it is ${payment.status}.`,
      'payment_intent_unexpected_state',
    )
  }
  payment.status = 'canceled'
  book.emit('payment_intent.canceled', payment)
  return payment
}

function createRefund(book: Book, { given }: Request): Moved {
  const payment = found(book.payments, given.get('payment_intent') ?? '')
  const amount = amountIn(given)
  if (payment.status !== 'succeeded') throw new StandInError('This PaymentIntent has no successful charge.')
  if (payment.disputed) throw new StandInError('This charge has been charged back.', 'charge_disputed')
  const before = [...book.refunds.values()]
    .filter((refund) => refund.payment_intent === payment.id && refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amount, 0)
  if (before + amount > payment.amount) {
    throw new StandInError('Refund amount is greater than unrefunded amount on charge.', 'charge_already_refunded')
  }
  const refund: Moved = {
    id: newId('re'),
    object: 'refund',
    amount,
    currency: payment.currency,
    status: 'succeeded',
    payment_intent: payment.id,
    metadata: metadataOf(given),
  }
  book.refunds.set(refund.id, refund)
  book.line('refund', -amount, refund)
  book.emit('refund.created', refund)
  return refund
}

function createTransfer(book: Book, { given }: Request): Moved {
  const destination = given.get('destination') ?? ''
  if (found(book.accounts, destination).capabilities.transfers !== 'active') {
    throw new StandInError(
      'Your destination account needs the transfers capability.',
      'insufficient_capabilities_for_transfer',
    )
  }
  const amount = amountIn(given)
  const source = given.get('source_transaction')
  const fromSource = [...book.transfers.values()].filter((transfer) => source && transfer.source === source)
  if (
    source &&
    fromSource.reduce((sum, one) => sum + one.amount, amount) > Number(found(book.charges, source).amount)
  ) {
    throw new StandInError('Transfers using this transaction as a source must not exceed its amount.')
  }
  const transfer: Moved = {
    id: newId('tr'),
    object: 'transfer',
    amount,
    currency: given.get('currency') ?? '',
    status: 'paid',
    destination,
    source,
    transfer_group: given.get('transfer_group'),
    metadata: metadataOf(given),
  }
  book.transfers.set(transfer.id, transfer)
  book.line('transfer', -amount, transfer)
  return transfer
}

function reverseTransfer(book: Book, { id, given }: Request): Moved {
  const transfer = found(book.transfers, id)
  const amount = amountIn(given)
  const before = [...book.reversals.values()]
    .filter((one) => one.transfer === id)
    .reduce((sum, one) => sum + one.amount, 0)
  if (before + amount > transfer.amount) throw new StandInError('Reversal is greater than the transfer.')
  const reversal = {
    id: newId('trr'),
    object: 'transfer_reversal',
    amount,
    currency: transfer.currency,
    status: 'succeeded',
    transfer: id,
    metadata: metadataOf(given),
  }
  book.reversals.set(reversal.id, reversal)
  book.line('transfer_refund', amount, reversal)
  return reversal
}

function createPayout(book: Book, { given, account }: Request): Moved {
  const owner = found(book.accounts, account ?? '')
  const amount = amountIn(given)
  if (!owner.payouts_enabled)
    throw new StandInError(
      'Cannot create payouts: this account has requirements that need to be collected.',
      'payouts_not_allowed',
    )
  if (amount > book.balanceOf(owner.id)) {
    throw new StandInError(
      'You have insufficient funds in your Stripe account for this transfer.',
      'balance_insufficient',
    )
  }
  const payout = {
    id: newId('po'),
    object: 'payout',
    amount,
    currency: given.get('currency') ?? '',
    status: 'pending',
    account: owner.id,
    metadata: metadataOf(given),
  }
  book.payouts.set(payout.id, payout)
  return payout
}

function createAccount(book: Book, { given }: Request): Account {
  const account: Account = {
    id: newId('acct'),
    object: 'account',
    payouts_enabled: false,
    capabilities: { transfers: 'inactive' },
    requirements: {
      currently_due: ['external_account', 'individual.first_name'],
      past_due: [],
      disabled_reason: 'requirements.past_due',
    },
    metadata: metadataOf(given),
  }
  book.accounts.set(account.id, account)
  return account
}

function listLines(book: Book, { given }: Request): object {
  const since = Number(given.get('created[gte]') ?? 0)
  const until = Number(given.get('created[lt]') ?? Number.POSITIVE_INFINITY)
  return listOf(book.lines.filter(({ created }) => created >= since && created < until))
}
