import { type ChildProcess, fork } from 'node:child_process'
import { extname, join } from 'node:path'

/** To the process: the bytes of a picture, and what is wanted of it. */
export interface ReadRequest {
  readonly id: number
  readonly bytes: Buffer
  readonly wanted: Wanted
}

export interface Wanted {
  /** What QR codes say. */
  readonly codes: boolean
  /** What is written, line by line. */
  readonly text: boolean
}

export interface ReadPicture {
  readonly codes: readonly string[]
  readonly texts: readonly string[]
}

/** From it: once that it can begin, then what each picture says, or why that is not known. */
export type ReadAnswer = 'ready' | Readonly<{ id: number } & (ReadPicture | { error: string })>

export interface PictureReader {
  /**
   * What a picture says, as far as it can be told with some certainty; one picture at a time.
   * @throws when it takes too long or ends the process. That need not be the picture's fault.
   */
  read(bytes: Buffer, wanted: Wanted): Promise<ReadPicture>
  close(): void
}

const ENTRY = join(import.meta.dirname, `reader-process${extname(import.meta.filename)}`)
/** The process itself gives up after some seconds on a core; on a busy machine it waits long for these. */
const LONGEST_MS = 40_000
const START_MS = 60_000
const IDLE_MS = 60_000

/** Starts a process when the first picture comes, asks it one picture at a time, and ends it when there is nothing to read. */
export function createPictureReader(limits = { longestMs: LONGEST_MS, idleMs: IDLE_MS }): PictureReader {
  let child: Promise<ChildProcess> | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let ids = 0

  const end = () => {
    clearTimeout(idle)
    const ended = child
    child = null
    ended?.then(
      (running) => running.kill('SIGKILL'),
      () => undefined, // it never came up
    )
  }
  const ask = async (bytes: Buffer, wanted: Wanted): Promise<ReadPicture> => {
    clearTimeout(idle)
    child ??= start()
    try {
      const answer = await askProcess(await child, { id: ids++, bytes, wanted }, limits.longestMs)
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
      last = turn.catch(() => undefined) // the caller is told
      return turn
    },
    close: end,
  }
}

/** Nothing of the server's environment reaches it; the library prints what it stumbles over in every picture. */
async function start(): Promise<ChildProcess> {
  const child = fork(ENTRY, [], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  try {
    await answerOf(child, START_MS, (answer) => (answer === 'ready' ? true : null))
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return child
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

/** The first message of the process that `pick` recognises. @throws when the process ends or takes too long */
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
