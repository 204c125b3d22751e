import type { Job } from 'souk-backend/jobs'

const BATCH = 100

/** Reminds sellers seven days and one day before an ad expires, once each, by their preferred channels. */
export const remindOfExpiry: Job = {
  name: 'remind-of-expiry',
  schedule: '*/15 * * * *',
  async run({ sql, signal }) {
    for (let told = BATCH; told === BATCH && !signal.aborted; ) {
      const [row] = await sql<{ told: number }[]>`select private.notify_of_expiry(${BATCH}) as told`
      told = row?.told ?? 0
    }
  },
}
