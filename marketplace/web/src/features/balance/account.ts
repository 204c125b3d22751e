import { config } from '../../lib/config.ts'
import type { Balance, PayoutPlan } from './api.ts'

/** Whether money can be paid out: with the test provider once its form is filled in, otherwise as reported by the provider. */
export function hasAccount({ payout_account }: Balance, { ending }: PayoutPlan): boolean {
  return config.payments === 'test' ? ending !== null : payout_account === 'ready'
}
