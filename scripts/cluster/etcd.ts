import { PROGRAMS } from './parts.ts'
import { freePorts, type Place } from './places.ts'
import { answers, Program, until } from './process.ts'

export interface Etcd {
  readonly nodes: readonly Program[]
  /** host:port of each node. */
  readonly hosts: readonly string[]
}

/** Three nodes: one may be lost. */
export async function startEtcd(place: Place): Promise<Etcd> {
  const ports = await freePorts(6)
  const names = [1, 2, 3].map((n) => `etcd${n}`)
  const peer = (n: number) => `http://127.0.0.1:${ports[n]}`
  const client = (n: number) => `http://127.0.0.1:${ports[n + 3]}`
  const cluster = names.map((name, n) => `${name}=${peer(n)}`).join(',')
  const nodes: Program[] = []
  for (const [n, name] of names.entries()) {
    const folder = await place.make(name)
    const args = [
      ...['--name', name, '--data-dir', `${folder}/data`, '--logger', 'zap', '--log-level', 'warn'],
      ...['--listen-client-urls', client(n), '--advertise-client-urls', client(n)],
      ...['--listen-peer-urls', peer(n), '--initial-advertise-peer-urls', peer(n)],
      ...['--initial-cluster', cluster, '--initial-cluster-state', 'new', '--initial-cluster-token', place.folder],
    ]
    nodes.push(new Program({ name, command: PROGRAMS.etcd, args, logFile: place.logFile(name) }).start())
  }
  await until('etcd elects a leader', () => answers(`${client(0)}/health`))
  return { nodes, hosts: ports.slice(3).map((port) => `127.0.0.1:${port}`) }
}
