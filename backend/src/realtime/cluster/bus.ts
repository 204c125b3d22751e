import type { Sql } from '../../database/database.ts'

/** Carries texts between the processes of one installation: in each sender's order, at most once. */
export interface Bus {
  /** Listens until `stop`, also across lost connections. Never throws. */
  start(events: BusEvents): void
  /** Sends to everybody else who listens; may come back as well. Rejects when it may not have been sent. */
  publish(text: string): Promise<void>
  /** How many processes listen now, this one included; may still count one that has just died. */
  countListeners(): Promise<number>
  stop(): Promise<void>
}

export interface BusEvents {
  onText(text: string): void
  /** From now on everything is heard: once at first, and again after each interruption. */
  onOpen(): void
}

/** The channel that the processes of this installation speak on, and nobody else knows. */
export async function readChannelName(admin: Sql): Promise<string> {
  const [row] = await admin<{ channel: string }[]>`select channel from realtime.bus`
  if (!row) throw new Error('realtime.bus is empty')
  return row.channel
}
