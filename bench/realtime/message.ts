import { randomUUID } from 'node:crypto'
import { costFigure, type Figure, percentile, timeEach } from '../figure.ts'
import type { Market } from '../harness/market.ts'
import { aTrustedPerson, publishAd } from '../harness/people.ts'

const MESSAGES = 150
const LIMIT_MS = 5000

/** From one client's insert to the other client's event on the private channel: two unmodified clients. */
export async function message(open: () => Promise<Market>): Promise<Figure[]> {
  const market = await open()
  const seller = await aTrustedPerson(market)
  const buyer = await aTrustedPerson(market)
  const ad = await publishAd(seller, 'Wanted: a desk for two people')
  const { data, error } = await buyer.client
    .rpc('start_conversation', { listing_id: ad, body: 'I have one for you.', client_id: randomUUID() })
    .single<{ id: string }>()
  if (error) throw error
  const conversation = data.id

  const arrived = new Map<string, () => void>()
  const channel = seller.client.channel(`conversation:${conversation}`, { config: { private: true } })
  channel.on('broadcast', { event: 'message' }, ({ payload }) => {
    const { message } = payload as { message: { client_id: string } } // the row sent by the trigger
    arrived.get(message.client_id)?.()
  })
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, cause) => {
      if (status === 'SUBSCRIBED') resolve()
      else if (status !== 'CLOSED') reject(cause ?? new Error(`the channel is ${status}`))
    })
  })
  try {
    const samples = await timeEach(MESSAGES, async (index) => {
      const clientId = randomUUID()
      const received = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('a message did not arrive')), LIMIT_MS)
        arrived.set(clientId, () => {
          clearTimeout(timer)
          resolve()
        })
      })
      const sent = buyer.client
        .from('messages')
        .insert({ conversation_id: conversation, body: `Line ${index}`, client_id: clientId })
      const [answer] = await Promise.all([sent, received])
      if (answer.error) throw answer.error
    })
    return [
      costFigure({ name: 'message sent to received, p50', unit: 'ms', ours: percentile(samples, 0.5), goal: '15 ms' }),
      costFigure({ name: 'message sent to received, p95', unit: 'ms', ours: percentile(samples, 0.95), goal: '40 ms' }),
    ]
  } finally {
    await seller.client.removeAllChannels()
    seller.client.realtime.disconnect()
    buyer.client.realtime.disconnect()
  }
}
