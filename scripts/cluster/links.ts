import { PROGRAMS } from './parts.ts'
import { freePorts, type Place } from './places.ts'
import { answers, Program, until } from './process.ts'

/** A connection between two parts that can be cut, or made slow. */
export interface Link {
  readonly port: number
  /** Silently drops all data, like a pulled cable. */
  cut(): Promise<void>
  /** Adds latency to every answer, in milliseconds. */
  slow(latencyMs: number): Promise<void>
  /** Connections are reset after so many bytes of an answer. */
  reset(afterMs: number): Promise<void>
  restore(): Promise<void>
}

export interface Links {
  readonly program: Program
  add(name: string, toPort: number, port?: number): Promise<Link>
}

/** Toxiproxy, controlled over HTTP. */
export async function startLinks(place: Place): Promise<Links> {
  const [control = 0] = await freePorts(1)
  const program = new Program({
    name: 'toxiproxy',
    command: PROGRAMS.toxiproxy,
    args: ['-host', '127.0.0.1', '-port', String(control)],
    logFile: place.logFile('toxiproxy'),
    env: { LOG_LEVEL: 'error' },
  }).start()
  const url = `http://127.0.0.1:${control}`
  await until('Toxiproxy answers', () => answers(`${url}/version`))
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
    if (!answer.ok) throw new Error(`Toxiproxy: ${answer.status} ${await answer.text()}`)
    return answer.json().catch(() => null)
  }
  return {
    program,
    async add(name, toPort, given) {
      const port = given ?? (await freePorts(1))[0] ?? 0
      await send('POST', '/proxies', { name, listen: `127.0.0.1:${port}`, upstream: `127.0.0.1:${toPort}` })
      const added: string[] = []
      const toxic = async (type: string, stream: 'upstream' | 'downstream', attributes: object) => {
        const toxicName = `${type}_${stream}`
        await send('POST', `/proxies/${name}/toxics`, { name: toxicName, type, stream, attributes })
        added.push(toxicName)
      }
      return {
        port,
        async cut() {
          // Without a time, data stops and the connection stays open.
          await toxic('timeout', 'upstream', { timeout: 0 })
          await toxic('timeout', 'downstream', { timeout: 0 })
        },
        slow: (latency) => toxic('latency', 'downstream', { latency }),
        reset: (timeout) => toxic('reset_peer', 'downstream', { timeout }),
        async restore() {
          for (const toxicName of added.splice(0)) await send('DELETE', `/proxies/${name}/toxics/${toxicName}`)
        },
      }
    },
  }
}
