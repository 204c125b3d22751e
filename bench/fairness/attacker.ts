import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { ATTACKS, type Scene } from './attacks.ts'

/** The process of the greedy address: attacks until it is told that it is enough. What it is answered is the server's choice. */

/** How much it has under way at any time. */
const AT_ONCE = 20
/** A client that is refused at once would only measure how fast it can ask. */
const PAUSE_MS = 50

const [told] = await once(process, 'message')
const { kind, scene } = told as { kind: string; scene: Scene } // by fairness.ts
const attack = await ATTACKS[kind]?.(scene)
if (!attack) throw new Error(`no attack is called ${kind}`)
// Its photos are drawn: that took all of a core for seconds.
process.send?.('ready')

let isOver = false
process.once('message', () => {
  isOver = true
})
let sent = 0
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) {
      const response = await attack(sent++)
      await response.arrayBuffer()
      if (!response.ok) await wait(PAUSE_MS)
    }
  }),
)
process.disconnect()
