import { availableParallelism } from 'node:os'
import * as argon2 from '@node-rs/argon2'
import { ARGON2ID } from '../../backend/src/auth/passwords/password-hashes.ts'
import { byTurns, type Figure, rateFigure, ratePerSecond } from '../figure.ts'
import { httpRate } from '../harness/load.ts'
import type { Market } from '../harness/market.ts'

const PASSWORD = 'quiet-lantern-42'
const IN_FLIGHT = 8
const SECONDS = 3

/** Password sign-ins over HTTP, against the bare verification of such a hash, one per core at a time. */
export async function signIn(open: () => Promise<Market>): Promise<Figure[]> {
  const market = await open()
  const email = 'sign-in-bench@example.com'
  const { error } = await market.visitor().auth.signUp({ email, password: PASSWORD })
  if (error) throw error
  const hash = await argon2.hash(PASSWORD, ARGON2ID)
  const measured = await byTurns({
    limit: () => ratePerSecond(availableParallelism(), SECONDS, () => argon2.verify(hash, PASSWORD)),
    ours: () =>
      httpRate(
        {
          url: `${market.url}/auth/v1/token?grant_type=password`,
          method: 'POST',
          headers: { apikey: market.publishableKey, 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: PASSWORD }),
        },
        IN_FLIGHT,
        SECONDS,
      ),
  })
  return [rateFigure({ name: 'sign-in', unit: 'per second', ...measured, goal: '0.95' })]
}
