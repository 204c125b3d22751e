import type { Sql } from '../../database/database.ts'

/** Sends texts between the processes of one installation: in each sender's order, at most once. */
export interface Bus {
  /** Listens until `stop`, reconnecting as needed. Never throws. */
  start(events: BusEvents): void
  /** Sends to all other listeners; may be received by the sender too. Rejects when it may not have been sent. */
  publish(text: string): Promise<void>
  /** Number of listening processes, including this one; may still count one that has just died. */
  countListeners(): Promise<number>
  stop(): Promise<void>
}

export interface BusEvents {
  onText(text: string): void
  /** Called when the bus starts to receive everything: at first, and again after each interruption. */
  onOpen(): void
}

/** The channel name shared by the processes of this installation and secret to others. */
export async function readChannelName(admin: Sql): Promise<string> {
  const [row] = await admin<{ channel: string }[]>`select channel from realtime.bus`
  if (!row) throw new Error('realtime.bus is empty')
  return row.channel
}
