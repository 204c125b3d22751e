import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { ATTACKS, type Scene } from './attacks.ts'

/** The process of the greedy address: attacks until stopped, regardless of the answers. */

/** Concurrent requests. */
const AT_ONCE = 20
/** Without a pause, an attacker that is refused immediately would only measure its own request rate. */
const PAUSE_MS = 50

const [told] = await once(process, 'message')
const { kind, scene } = told as { kind: string; scene: Scene } // sent by fairness.ts
const attack = await ATTACKS[kind]?.(scene)
if (!attack) throw new Error(`no attack is called ${kind}`)
// Its photos are generated, which kept a core busy for seconds.
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
