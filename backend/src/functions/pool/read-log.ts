import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { LOG_MARK, type LogEntry, type LogLevel } from '../messages.ts'

const LONGEST_LINE = 8192
const BYTES_PER_SECOND = 256 * 1024
const LEVELS: readonly string[] = ['debug', 'info', 'warn', 'error'] satisfies LogLevel[]

/**
 * Writes a function's output to the log line by line, at a limited rate: a function that prints without end slows down only itself.
 * @param level  of lines without one
 */
export function readLog(output: Readable | null, log: Logger, level: LogLevel): void {
  if (!output) return
  let left = BYTES_PER_SECOND
  let rest = ''
  output.setEncoding('utf8')
  output.on('data', (chunk: string) => {
    left -= chunk.length
    if (left <= 0) pauseForAMoment()
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    // Bounds a line without an end.
    if (rest.length > LONGEST_LINE) {
      lines.push(rest)
      rest = ''
    }
    for (const line of lines) writeLine(line)
  })
  output.on('end', () => {
    if (rest !== '') writeLine(rest)
  })

  function pauseForAMoment(): void {
    output?.pause()
    setTimeout(() => {
      left = BYTES_PER_SECOND
      output?.resume()
    }, 1000).unref()
  }

  function writeLine(line: string): void {
    const entry = entryOf(line)
    if (entry) log[entry.level](entry.fields, entry.message)
    else if (line.trim() !== '') log[level](line.slice(0, LONGEST_LINE))
  }
}

function entryOf(line: string): LogEntry | null {
  if (!line.startsWith(LOG_MARK)) return null
  try {
    const { level, message, fields } = JSON.parse(line.slice(LOG_MARK.length)) as Partial<LogEntry> // validated below
    if (!level || !LEVELS.includes(level) || typeof message !== 'string') return null
    return { level, message, fields: { fields } }
  } catch {
    return null // cut in the middle: logged unchanged
  }
}
