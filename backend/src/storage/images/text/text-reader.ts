import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Logger } from 'pino'

/** To the process: a picture on disk. */
export interface ReadRequest {
  readonly id: number
  readonly path: string
}

/** From it: lines of words, or why there are none. */
export type ReadAnswer = Readonly<{ id: number } & ({ lines: string[] } | { error: string })>

export interface TextReader {
  /**
   * What is written in a picture, line by line, as far as it can be told with some certainty.
   * @param path of a file that stays until the answer is there
   * @returns null when it could not be read now: too many wait, or it takes too long. That is not the picture's fault.
   */
  read(path: string): Promise<readonly string[] | null>
  close(): void
}

const ENTRY = join(import.meta.dirname, 'reader-process.ts')
/** A picture takes a tenth of a second to two; the first one starts the process. */
const LONGEST_MS = 20_000
const IDLE_MS = 60_000
const MOST_WAITING = 50

/** Starts a process when the first picture comes, asks it one picture at a time, and lets it go when there is nothing to read. */
export function createTextReader(log: Logger, limits = { longestMs: LONGEST_MS, idleMs: IDLE_MS }): TextReader {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let ids = 0

  const end = () => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }

  const ask = async (path: string): Promise<readonly string[] | null> => {
    clearTimeout(idle)
    if (child === null) {
      const started = start()
      started.once('exit', () => {
        if (child === started) child = null
      })
      child = started
    }
    const answer = await askProcess(child, { id: ids++, path }, limits.longestMs)
    if ('error' in answer) {
      log.warn({ reason: answer.error }, 'the text in a picture was not read')
      end()
      return null
    }
    idle = setTimeout(end, limits.idleMs).unref()
    return answer.lines
  }

  return {
    async read(path) {
      if (waiting >= MOST_WAITING) {
        log.warn({ waiting }, 'the text in a picture was not read: too many wait')
        return null
      }
      waiting += 1
      const turn = last.then(() => ask(path))
      last = turn.catch(() => undefined) // whoever asked is told
      return turn.finally(() => {
        waiting -= 1
      })
    },
    close: end,
  }
}

/** Nothing of the server's environment reaches it; the library prints what it stumbles over in every picture. */
function start(): ChildProcess {
  const child = fork(ENTRY, [], { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  child.unref()
  child.channel?.unref()
  return child
}

async function askProcess(child: ChildProcess, request: ReadRequest, longestMs: number): Promise<ReadAnswer> {
  const { id } = request
  const { promise, resolve } = Promise.withResolvers<ReadAnswer>()
  const onMessage = (answer: ReadAnswer) => answer.id === id && resolve(answer)
  const onEnd = () => resolve({ id, error: 'its process ended' })
  const onError = (error: Error) => resolve({ id, error: error.message })
  const timer = setTimeout(() => resolve({ id, error: 'it took too long' }), longestMs)
  child.on('message', onMessage).once('exit', onEnd).once('error', onError)
  child.send(request, (error) => error && onError(error))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('message', onMessage).off('exit', onEnd).off('error', onError)
  }
}
