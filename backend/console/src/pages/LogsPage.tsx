import { useState } from 'react'
import { ask } from '../api.ts'
import { Choice, Empty, Heading, Problem, shortDate, useLoaded } from '../ui.tsx'

interface LogRecord {
  readonly level: number
  readonly time: number
  readonly msg?: string
  readonly function?: string
  readonly err?: { readonly message: string; readonly stack?: string }
}

const readLog = () => ask<LogRecord[]>('log')
/** Of pino. */
const LEVELS = { 0: 'All', 40: 'Warnings', 50: 'Errors' } as const
const NAMES: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' }

export function LogsPage() {
  return (
    <main className="wide">
      <Heading title="Logs" />
      <LogList />
    </main>
  )
}

/** The last lines, newest first; of one function, if it is named. */
export function LogList({ of }: { readonly of?: string }) {
  const { data, error } = useLoaded(readLog, 2)
  const [level, setLevel] = useState<string>('0')
  const [search, setSearch] = useState('')
  const shown = (data ?? []).filter(
    (one) =>
      one.level >= Number(level) &&
      (of === undefined || one.function === of) &&
      JSON.stringify(one).toLowerCase().includes(search.toLowerCase()),
  )
  return (
    <>
      <div className="bar">
        <input
          type="search"
          placeholder="Find"
          aria-label="Find"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Choice label="Level" value={level} options={{ ...LEVELS }} onChange={setLevel} />
      </div>
      <Problem error={error} />
      {data && shown.length === 0 && <Empty>Nothing was logged.</Empty>}
      <ol className="log">
        {shown.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names, and are only shown
          <li key={`${one.time} ${index}`} className={one.level >= 50 ? 'bad' : ''}>
            <time>{shortDate(one.time)}</time>
            <span>{NAMES[one.level] ?? one.level}</span>
            <details>
              <summary>
                {one.function && of === undefined ? `${one.function}: ` : ''}
                {one.msg || one.err?.message}
              </summary>
              <pre>{JSON.stringify(one, null, 2)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </>
  )
}
