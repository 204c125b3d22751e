import type Stripe from 'stripe'
import type { PaymentProvider } from '../provider.ts'
import { stripeMovements } from './movements.ts'
import { performTask } from './tasks.ts'

/** Stripe Connect for the jobs. */
export function stripeProvider(stripe: Stripe): PaymentProvider {
  return {
    name: 'stripe',
    perform: (task) => performTask(stripe, task),
    movements: (time) => stripeMovements(stripe, time),
  }
}
