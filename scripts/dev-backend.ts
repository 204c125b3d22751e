import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const PROBE_EVERY_MS = 40

/** The server as a process that can be started again: its database goes on, so that takes a second or two. */
export class DevBackend {
  readonly url: string
  /** Settles when the server of the newest sources answers; what arrives before waits for it. */
  ready: Promise<void>
  readonly #environment: NodeJS.ProcessEnv
  #child: ChildProcess
  #again: Promise<void> | null = null

  /** @param environment  what it is configured by; PORT must be a free one */
  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment
    this.url = `http://127.0.0.1:${environment.PORT}`
    this.#child = this.#spawn()
    this.ready = this.#answers()
  }

  /** Ends the server and starts it from today's files; several calls at once are one. */
  restart(): Promise<void> {
    this.#again ??= (async () => {
      await this.stop()
      this.#again = null
      this.#child = this.#spawn()
      await this.#answers()
    })()
    this.ready = this.#again
    return this.#again
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await gone
  }

  #spawn(): ChildProcess {
    return spawn(process.execPath, [join(import.meta.dirname, '../marketplace/server.ts')], {
      env: this.#environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }

  /** Gives up when the process ends, which has said why: the next change starts it again. */
  async #answers(): Promise<void> {
    const child = this.#child
    while (child.exitCode === null && child.signalCode === null) {
      const answer = await fetch(`${this.url}/readyz`).catch(() => null)
      if (answer?.ok) return
      await wait(PROBE_EVERY_MS)
    }
  }
}
