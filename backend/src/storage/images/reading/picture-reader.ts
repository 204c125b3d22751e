import { type ChildProcess, fork } from 'node:child_process'
import { extname, join } from 'node:path'

/** Request to the reader process. */
export interface ReadRequest {
  readonly id: number
  readonly bytes: Buffer
  readonly wanted: Wanted
}

export interface Wanted {
  /** Read QR codes. */
  readonly codes: boolean
  /** Recognise text, line by line. */
  readonly text: boolean
}

export interface ReadPicture {
  readonly codes: readonly string[]
  readonly texts: readonly string[]
}

/** Answer of the reader process: first `ready`, then the result or error of each image. */
export type ReadAnswer = 'ready' | Readonly<{ id: number } & (ReadPicture | { error: string })>

export interface PictureReader {
  /**
   * Reads codes and text that are recognised with some certainty; one image at a time.
   * @throws when it takes too long or ends the process. The cause need not be the image.
   */
  read(bytes: Buffer, wanted: Wanted): Promise<ReadPicture>
  /** Ends the process at once, even one that is starting, and with it the reading under way. */
  close(): void
}

const ENTRY = join(import.meta.dirname, `reader-process${extname(import.meta.filename)}`)
/** The process itself gives up after some seconds of CPU time, which take longer on a busy machine. */
const LONGEST_MS = 40_000
const START_MS = 60_000
const IDLE_MS = 60_000

/** Starts a process for the first image, sends it one image at a time, and ends it when idle. */
export function createPictureReader(limits = { longestMs: LONGEST_MS, idleMs: IDLE_MS }): PictureReader {
  let reader: Reader | null = null
  let isClosed = false
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let ids = 0

  const end = () => {
    clearTimeout(idle)
    reader?.child.kill('SIGKILL')
    reader = null
  }
  const ask = async (bytes: Buffer, wanted: Wanted): Promise<ReadPicture> => {
    if (isClosed) throw new Error('the reader is closed')
    clearTimeout(idle)
    reader ??= start()
    try {
      await reader.isReady
      const answer = await askProcess(reader.child, { id: ids++, bytes, wanted }, limits.longestMs)
      idle = setTimeout(end, limits.idleMs).unref()
      return answer
    } catch (error) {
      end()
      throw error
    }
  }
  return {
    read(bytes, wanted) {
      const turn = last.then(() => ask(bytes, wanted))
      last = turn.catch(() => undefined) // reported to the caller
      return turn
    },
    close() {
      isClosed = true
      end()
    },
  }
}

interface Reader {
  readonly child: ChildProcess
  readonly isReady: Promise<true>
}

/** Inherits nothing of the server's environment; output is ignored since the library prints a warning for nearly every image. */
function start(): Reader {
  const child = fork(ENTRY, [], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  return { child, isReady: answerOf(child, START_MS, (answer) => (answer === 'ready' ? true : null)) }
}

async function askProcess(child: ChildProcess, request: ReadRequest, longestMs: number): Promise<ReadPicture> {
  const answered = answerOf(child, longestMs, (answer) =>
    answer !== 'ready' && answer.id === request.id ? answer : null,
  )
  child.send(request)
  const answer = await answered
  if ('error' in answer) throw new Error(answer.error)
  return { codes: answer.codes, texts: answer.texts }
}

/** Resolves with the first message of the process that `pick` recognises. @throws when the process ends or takes too long */
async function answerOf<T>(child: ChildProcess, longestMs: number, pick: (answer: ReadAnswer) => T | null): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const onMessage = (answer: ReadAnswer) => {
    const picked = pick(answer)
    if (picked !== null) resolve(picked)
  }
  const onExit = () => reject(new Error('the process that reads pictures ended'))
  const timer = setTimeout(() => reject(new Error('it took too long')), longestMs)
  child.on('message', onMessage).once('exit', onExit).once('error', reject)
  if (child.exitCode !== null || child.signalCode !== null) onExit()
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('message', onMessage).off('exit', onExit).off('error', reject)
  }
}
