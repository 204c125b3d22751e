import { seeded } from '../../scripts/seeded.ts'
import { type Kind, simulate } from './simulate.ts'

/**
 * Simulates the busiest hour of docs/scale.md: `node bench/scale/scale.ts`. Milliseconds at the servers and at the database, and how many of one kind a
 * page view causes, are those of its first table. Prints a table.
 */
const PER_VIEW: readonly (readonly [perView: number, servers: number, database: number])[] = [
  [0.3, 15, 0], // page rendered on the server
  [4, 0.11, 0.11], // uncached read
  [6, 0.04, 0],
  [0.2, 1, 27], // search
  [0.2, 1, 1], // write
  [0.005, 14, 2], // sign-in
  [0.005, 250, 5], // photo
]

const SIZES = [
  { users: '1 million', views: 67, servers: 1, database: 1 },
  { users: '10 million', views: 667, servers: 8, database: 7 },
]

/** Node runs a request in one thread; work of 10 ms and more leaves it to other threads. */
const LONG_MS = 10

console.log('| Registered | Servers | Servers, database busy | Wait at the servers, mean and p99 | At the database |')
for (const { users, views, servers, database } of SIZES) {
  const all: Kind[] = PER_VIEW.map(([perView, ...milliseconds]) => ({ perSecond: perView * views, milliseconds }))
  const short = all.filter(({ milliseconds: [atServer = 0] }) => atServer < LONG_MS)
  for (const [name, queues, kinds] of [
    ['one queue for all cores', 1, all],
    ['one queue per process', servers, all],
    ['one queue per process, long work in other threads', servers, short],
  ] as const) {
    const stations = [
      { name: 'servers', cores: servers, queues },
      { name: 'database', cores: database, queues: 1 },
    ]
    const { utilisation, waits } = simulate(stations, kinds, 100, seeded(22))
    const busy = utilisation.map((share) => `${Math.round(share * 100)} %`).join(', ')
    const times = waits.map(({ mean, p99 }) => `${mean.toFixed(1)}, ${p99.toFixed(1)} ms`).join(' | ')
    console.log(`| ${users} | ${name} | ${busy} | ${times} |`)
  }
}
