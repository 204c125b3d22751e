import { type Snapshot, sees } from '../../database/replication/snapshot.ts'
import type { Dependencies } from './dependencies.ts'

const KEPT = 256

interface Commits {
  /** At least one transaction up to here committed and is no longer listed. */
  floor: bigint
  recent: bigint[]
}

/**
 * The commits reported by the stream, to check whether a statement saw all that matter to it. The log reports a commit a moment before
 * others can see it (longer with synchronous replication), and a replica is always behind: an answer read in between must not be cached.
 */
export class SeenCommits {
  readonly #byTable = new Map<string, Commits>()
  readonly #any: Commits = { floor: 0n, recent: [] }
  readonly #definitions: Commits = { floor: 0n, recent: [] }

  add(transaction: bigint, tables: Iterable<string>): void {
    push(this.#any, transaction)
    for (const table of tables) {
      let commits = this.#byTable.get(table)
      if (!commits) {
        commits = { floor: 0n, recent: [] }
        this.#byTable.set(table, commits)
      }
      push(commits, transaction)
    }
  }

  addDefinition(transaction: bigint): void {
    push(this.#definitions, transaction)
  }

  /** Whether the snapshot includes every known definition change. */
  definitionsSeenBy(snapshot: Snapshot): boolean {
    return allSeen(this.#definitions, snapshot)
  }

  /** Whether the snapshot includes every commit reported so far that `dependencies` depend on. */
  seenBy(snapshot: Snapshot, { tables, anything }: Dependencies): boolean {
    if (!allSeen(this.#definitions, snapshot)) return false
    if (anything) return allSeen(this.#any, snapshot)
    for (const table of tables) {
      const commits = this.#byTable.get(table)
      if (commits && !allSeen(commits, snapshot)) return false
    }
    return true
  }
}

function push(commits: Commits, transaction: bigint): void {
  commits.recent.push(transaction)
  if (commits.recent.length > KEPT) forget(commits, commits.recent.splice(0, KEPT / 2))
}

function forget(commits: Commits, transactions: readonly bigint[]): void {
  for (const transaction of transactions) if (transaction > commits.floor) commits.floor = transaction
}

function allSeen(commits: Commits, snapshot: Snapshot): boolean {
  if (commits.floor >= snapshot.min) return false
  for (const transaction of commits.recent) if (!sees(snapshot, transaction)) return false
  // Transactions below the snapshot's minimum need no list.
  if (commits.recent.length > 0) {
    forget(
      commits,
      commits.recent.filter((transaction) => transaction < snapshot.min),
    )
    commits.recent = commits.recent.filter((transaction) => transaction >= snapshot.min)
  }
  return true
}
