import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { Cluster } from './cluster.ts'
import { Line } from './line-fixture.ts'
import { decodeParcel, type SharedState } from './parcel.ts'

const clusters: Cluster[] = []
afterEach(async () => {
  for (const cluster of clusters.splice(0)) await cluster.stop()
})

async function member(line: Line, silenceSeconds = 60, state: () => SharedState = () => []) {
  const news: string[] = []
  const states: SharedState[] = []
  const gone: string[] = []
  const cluster = new Cluster({
    bus: line.bus(),
    log: pino({ level: 'silent' }),
    silenceSeconds,
    ownState: state,
    ownLoad: () => ({ sockets: 7, addresses: {} }),
    onNews: (_node, { body }) => news.push(body),
    onState: (_node, known) => states.push(known),
    onGone: (node) => gone.push(node),
  })
  clusters.push(cluster)
  await cluster.start()
  const say = (text: string) =>
    cluster.share(() => ({ entry: { kind: 'broadcast', room: 'public:room', event: 'e', form: 'text' }, body: text }))
  return { cluster, news, states, gone, say }
}

const room = 'public:room' as const
const anna: SharedState = [[room, [{ key: 'anna', ref: 'r', meta: {} }]]]

test('a starting process knows its peers and their state before the start completes', async () => {
  const line = new Line()
  const one = await member(line, 60, () => anna)
  const two = await member(line)
  expect([one.cluster.peers, two.cluster.peers]).toEqual([1, 1])
  expect(two.states.at(-1)).toEqual(anna)
  one.say('hi')
  await expect.poll(() => two.news).toEqual(['hi'])
  expect(one.news).toEqual([])
})

test('a single process sends only hello and heartbeats', async () => {
  const line = new Line()
  const one = await member(line, 0.3)
  one.say('into the void')
  await expect.poll(() => line.texts.length).toBeGreaterThan(2)
  const kinds = line.texts.flatMap((text) => decodeParcel(text)?.messages.map(({ entry }) => entry.kind))
  expect(new Set(kinds)).toEqual(new Set(['hello', 'beat']))
})

test('messages of one event loop turn are sent together, in order', async () => {
  const line = new Line()
  const [one, two] = [await member(line), await member(line)]
  line.texts.length = 0
  for (let n = 0; n < 50; n++) one.say(String(n))
  await expect.poll(() => two.news.length).toBe(50)
  expect(two.news).toEqual(Array.from({ length: 50 }, (_, n) => String(n)))
  expect(line.texts.filter((text) => text.includes('broadcast'))).toHaveLength(1)
})

test('a silent process counts as gone after the timeout, and one that says goodbye immediately', async () => {
  const line = new Line()
  const one = await member(line, 0.5)
  const two = await member(line, 60)
  const { node } = two.cluster
  // Its next heartbeat would come too late for the other.
  await expect.poll(() => one.gone, { timeout: 10_000 }).toEqual([node])
  const three = await member(line, 60)
  await clusters.pop()?.stop()
  await expect.poll(() => one.gone).toContain(three.cluster.node)
})

test('a lost parcel is detected with the next one, and the state is requested', async () => {
  const line = new Line()
  let state: SharedState = []
  const one = await member(line, 60, () => state)
  const two = await member(line)
  line.loses = (text) => text.includes('lost')
  one.say('lost')
  await expect.poll(() => line.texts.at(-1)).toContain('lost')
  state = anna
  one.say('heard')
  await expect.poll(() => two.states.at(-1)).toEqual(anna)
  expect(two.news).toEqual(['heard'])
})

test('a message that cannot be sent is retried, and delivered once', async () => {
  const line = new Line()
  const [one, two] = [await member(line), await member(line)]
  line.isAway = true
  one.say('patience')
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(two.news).toEqual([])
  line.isAway = false
  await expect.poll(() => two.news).toEqual(['patience'])
  // A sender that does not know whether a parcel arrived sends it again.
  for (const { onText } of line.listeners.values()) onText(line.texts.at(-1) as string)
  expect(two.news).toEqual(['patience'])
})

test('loads arrive with the heartbeats', async () => {
  const line = new Line()
  const [one] = [await member(line, 60), await member(line, 0.3)]
  await expect.poll(() => [...one.cluster.loads()]).toEqual([{ sockets: 7, addresses: {} }])
})

test('ignores parcels of another release and malformed ones', async () => {
  const line = new Line()
  const one = await member(line)
  for (const text of ['', 'nonsense', '{"format":99,"node":"x","number":1,"contents":[]}\n']) {
    for (const { onText } of line.listeners.values()) onText(text)
  }
  expect(one.cluster.peers).toBe(0)
})
