import { paths } from '../../../../contract/paths.ts'
import { findAds } from './ads/api.ts'
import { findPeople } from './people/api.ts'
import { readQueue } from './queue/api.ts'
import type { QueueItem } from './queue/types.ts'

interface Sources {
  readQueue: () => Promise<{ readonly items: readonly QueueItem[] }>
  findPeople: (q: string) => Promise<readonly unknown[]>
  findAds: (q: string) => Promise<readonly unknown[]>
}

const CASE_NUMBER = /^(?:#|no\.?)?\s*(\d+)$/i

/** The page of a waiting case with this number, else of the people found, else of the ads found. */
export async function findPlace(q: string, from: Sources = { readQueue, findPeople, findAds }): Promise<string> {
  const number = Number(CASE_NUMBER.exec(q)?.[1] ?? Number.NaN)
  const [queue, people, ads] = await Promise.all([from.readQueue(), from.findPeople(q), from.findAds(q)])
  const found = queue.items.find((item) => isNumbered(item, number))
  if (found) return `${paths.adminTab('queue')}?case=${found.id}`
  const tab = people.length === 0 && ads.length > 0 ? 'ads' : 'people'
  return `${paths.adminTab(tab)}?${new URLSearchParams({ q })}`
}

function isNumbered(item: QueueItem, number: number): boolean {
  if (item.kind === 'report') return item.details.some(({ no }) => no === number)
  return item.kind === 'appeal' && item.decision_no === number
}
