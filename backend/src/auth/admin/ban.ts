import type { Queryable } from '../queryable.ts'

/** Bans an account for a time, or lifts its ban (`null`). Takes effect immediately: every request to the service checks it. */
export async function setBan(sql: Queryable, userId: string, seconds: number | null): Promise<void> {
  await sql`
    update auth.users set updated_at = now(),
      banned_until = ${seconds === null ? null : sql`now() + make_interval(secs => ${seconds})`}
    where id = ${userId}`
}
