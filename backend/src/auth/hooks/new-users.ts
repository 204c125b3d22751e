import type { Logger } from 'pino'
import type { Client } from '../client.ts'
import type { AuthContext } from '../context.ts'
import type { Queryable } from '../queryable.ts'
import { endSessions } from '../sessions/sessions.ts'
import { viewUser } from '../users/user-view.ts'
import { findUserById } from '../users/users.ts'
import { HookRefusal } from './hooks.ts'

type Needs = Pick<AuthContext, 'sql' | 'hooks'>

/** The waits double; all attempts span about four hours. */
const ATTEMPTS = 10
const FIRST_WAIT_SECONDS = 30
const EVERY_MS = 30_000
/** Accounts per round. */
const BATCH = 50

interface Announcement {
  readonly user_id: string
  readonly event_id: string
  readonly ip_address: string
  readonly created_at: Date
  readonly attempts: number
}

/** Records, in the transaction that creates an account, that the application must be notified. After the commit: `announceNewUser`. */
export async function noteNewUser({ hooks }: Pick<Needs, 'hooks'>, sql: Queryable, userId: string, client: Client) {
  if (!hooks.has('after_user_created')) return
  await sql`insert into auth.new_users (user_id, ip_address) values (${userId}, ${client.ip})`
}

/**
 * Notifies the application of an account that was just created, and waits for it; does nothing for an existing one. Use it only
 * where the response may reveal that the account is new. The account is kept in any case; on failure its sessions end.
 * @throws {AuthError} the hook's rejection, or when the hook could not be called; then it is called again later
 */
export async function announceNewUser(context: Needs, userId: string): Promise<void> {
  if (!context.hooks.has('after_user_created')) return
  const announcement = await claim(context.sql, userId)
  if (!announcement) return
  try {
    await tell(context, announcement)
  } catch (error) {
    await endSessions(context.sql, userId, 'all')
    throw error
  }
}

/** The same after the response, where neither the response nor its time may reveal that the account is new. */
export function announceNewUserLater(context: Needs & Pick<AuthContext, 'inBackground'>, userId: string): void {
  if (!context.hooks.has('after_user_created')) return
  context.inBackground('tell the application of a new account', async () => {
    const announcement = await claim(context.sql, userId)
    if (announcement) await tell(context, announcement)
  })
}

/** Retries the calls that are due, one after the other. */
export async function announceLeftOver(context: Needs, log: Logger): Promise<void> {
  for (let told = 0; told < BATCH; told++) {
    const announcement = await claim(context.sql, null)
    if (!announcement) return
    try {
      await tell(context, announcement)
    } catch (error) {
      log.warn({ err: error, attempt: announcement.attempts }, 'the new-account hook failed')
    }
  }
}

/** Periodically retries the calls that are due. @returns a function that stops it once the current round is done */
export function startAnnouncing(context: Needs, log: Logger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    if (!context.hooks.has('after_user_created')) return
    running = announceLeftOver(context, log).catch((error: unknown) =>
      log.warn({ err: error }, 'auth: polling for new accounts failed; will retry'),
    )
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Claims an account, or any that is due, until its next attempt is due, so that no other process reports it meanwhile. */
async function claim(sql: Queryable, userId: string | null): Promise<Announcement | null> {
  const which = userId === null ? sql`due_at <= now()` : sql`user_id = ${userId} and attempts = 0`
  const [row] = await sql<Announcement[]>`
    update auth.new_users set attempts = attempts + 1,
      due_at = now() + make_interval(secs => ${FIRST_WAIT_SECONDS} * power(2, attempts))
    where user_id = (select user_id from auth.new_users where ${which} order by due_at limit 1 for update skip locked)
    returning user_id, event_id, ip_address, created_at, attempts`
  return row ?? null
}

/** A rejection is an answer too, and is not retried. */
async function tell({ sql, hooks }: Needs, announcement: Announcement): Promise<void> {
  const { user_id: userId, event_id: id, ip_address: ip, created_at: at, attempts } = announcement
  const user = await findUserById(sql, userId)
  if (!user) return // deleted meanwhile, and its row with it
  const forget = () => sql`delete from auth.new_users where user_id = ${userId}`
  try {
    await hooks.afterUserCreated(viewUser(user), { id, ip, at })
    await forget()
  } catch (error) {
    if (error instanceof HookRefusal || attempts >= ATTEMPTS) await forget()
    throw error
  }
}
