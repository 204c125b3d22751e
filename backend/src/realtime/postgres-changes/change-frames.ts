import type { Version } from '../sockets/message.ts'
import { textFrame } from '../sockets/websocket-frame.ts'
import type { ChangeRequest } from './change-request.ts'
import { toJson } from './json-value.ts'
import type { JudgedChange } from './judge.ts'
import type { Tuple } from './row-change.ts'
import { type ColumnFacts, columnOf, maySelectKey } from './table-facts.ts'

/** Above this size, in characters of PostgreSQL's text form, long values are omitted. */
const LARGEST_CHANGE = 1024 * 1024
const LONGEST_VALUE_THEN = 64

/** One change as WebSocket frames, each encoded once and shared by all its receivers. */
export class ChangeFrames {
  readonly #judged: JudgedChange
  /** By role and columns. */
  readonly #data = new Map<string, string>()
  readonly #frames = new Map<string, Buffer>()
  /** The same by request, since there is one lookup per socket. */
  readonly #known = new Map<string, Buffer[]>()

  constructor(judged: JudgedChange) {
    this.#judged = judged
  }

  /** The frames for one channel: a single one unless its requests want different columns. */
  framesFor(version: Version, topic: string, role: string, requests: readonly ChangeRequest[]): Buffer[] {
    const [first] = requests
    const shapes = requests.length === 1 && first ? first.shape : requests.map(({ shape }) => shape).join()
    const key = `${version} ${role} ${shapes} ${topic}`
    let frames = this.#known.get(key)
    if (!frames) {
      frames = this.#makeFrames(version, topic, role, requests)
      this.#known.set(key, frames)
    }
    return frames
  }

  #makeFrames(version: Version, topic: string, role: string, requests: readonly ChangeRequest[]): Buffer[] {
    const idsByColumns = new Map<string, Set<number>>()
    for (const { columns, id } of requests) {
      const key = JSON.stringify(columns)
      idsByColumns.set(key, (idsByColumns.get(key) ?? new Set()).add(id))
    }
    return [...idsByColumns].map(([columns, ids]) =>
      this.#frame(version, topic, role, columns, JSON.stringify([...ids])),
    )
  }

  #frame(version: Version, topic: string, role: string, columns: string, ids: string): Buffer {
    const key = JSON.stringify([version, topic, role, columns, ids])
    let frame = this.#frames.get(key)
    if (!frame) {
      const payload = `{"ids":${ids},"data":${this.#dataFor(role, columns)}}`
      const jsonTopic = JSON.stringify(topic)
      frame = textFrame(
        version === '1.0.0'
          ? `{"topic":${jsonTopic},"event":"postgres_changes","payload":${payload},"ref":null,"join_ref":null}`
          : `[null,null,${jsonTopic},"postgres_changes",${payload}]`,
      )
      this.#frames.set(key, frame)
    }
    return frame
  }

  #dataFor(role: string, columns: string): string {
    const key = `${role}\0${columns}`
    let data = this.#data.get(key)
    if (data === undefined) {
      data = this.#encode(role, JSON.parse(columns) as string[] | null)
      this.#data.set(key, data)
    }
    return data
  }

  #encode(role: string, wanted: readonly string[] | null): string {
    const { change, facts, types } = this.#judged
    const error = this.#refusal(role)
    const visible = error ? [] : this.#columnsFor(role, wanted)
    const isTooLarge = change.bytes > LARGEST_CHANGE
    const errors = error ?? (isTooLarge ? 'Error 413: Payload Too Large' : null)
    const described = visible.map(({ name, typeOid }) => ({ name, type: types.get(typeOid)?.name ?? 'unknown' }))
    const members = [
      `"type":"${change.type}"`,
      `"schema":${JSON.stringify(change.table.schema)}`,
      `"table":${JSON.stringify(change.table.name)}`,
      `"commit_timestamp":"${change.committedAt}"`,
      `"columns":${JSON.stringify(described)}`,
      `"errors":${JSON.stringify(errors && [errors])}`,
    ]
    if (change.record) members.push(`"record":${this.#row(change.record, visible, isTooLarge)}`)
    if (change.type !== 'INSERT') {
      const old = this.#judged.isOldRowVisible(role)
        ? visible
        : visible.filter(({ name }) => facts.primaryKey.includes(name))
      members.push(`"old_record":${this.#row(this.#oldRow(), old, isTooLarge)}`)
    }
    return `{${members.join(',')}}`
  }

  #refusal(role: string): string | null {
    if (this.#judged.facts.primaryKey.length === 0) return 'Error 400: Bad Request, no primary key'
    return maySelectKey(this.#judged.facts, role) ? null : 'Error 401: Unauthorized'
  }

  #columnsFor(role: string, wanted: readonly string[] | null): ColumnFacts[] {
    const { change, facts } = this.#judged
    return change.table.columns.flatMap(({ name, typeOid }) => {
      if (wanted && !wanted.includes(name) && !facts.primaryKey.includes(name)) return []
      const column = columnOf(facts, name, role)
      // The column's type at the time of the change, in whose format its values are written.
      return column ? [{ ...column, typeOid }] : []
    })
  }

  /** The log omits an unchanged key. */
  #oldRow(): Tuple {
    const { change, facts } = this.#judged
    if (change.oldRecord) return change.oldRecord
    return Object.fromEntries(facts.primaryKey.map((name) => [name, change.record?.[name] ?? null]))
  }

  #row(row: Tuple, columns: readonly ColumnFacts[], isTooLarge: boolean): string {
    const members = columns.flatMap(({ name, typeOid }) => {
      const value = row[name]
      if (value === undefined || (isTooLarge && value !== null && value.length > LONGEST_VALUE_THEN)) return []
      const type = this.#judged.types.get(typeOid)?.type ?? { kind: 'text' as const }
      return `${JSON.stringify(name)}:${value === null ? 'null' : toJson(type, value)}`
    })
    return `{${members.join(',')}}`
  }
}
