import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const PROBE_EVERY_MS = 40

/** A restartable server process: its database keeps running, so that a restart takes a second or two. */
export class DevBackend {
  readonly url: string
  /** Settles when the server with the latest sources responds; requests wait for it. */
  ready: Promise<void>
  readonly #environment: NodeJS.ProcessEnv
  #child: ChildProcess
  #again: Promise<void> | null = null
  #isStopping = false

  /** @param environment  the server's configuration; PORT must be free */
  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment
    this.url = `http://127.0.0.1:${environment.PORT}`
    this.#child = this.#spawn()
    this.ready = this.#answers()
  }

  /** Restarts the server with the current files; concurrent calls share one restart. */
  restart(): Promise<void> {
    this.#again ??= (async () => {
      await this.#endChild()
      this.#again = null
      if (this.#isStopping) return
      this.#child = this.#spawn()
      await this.#answers()
    })()
    this.ready = this.#again
    return this.#again
  }

  /** Stops for good: a pending restart starts no other process. */
  stop(): Promise<void> {
    this.#isStopping = true
    return this.#endChild()
  }

  async #endChild(): Promise<void> {
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

  /** Stops when the process exits, after it has printed the reason; the next change restarts it. */
  async #answers(): Promise<void> {
    const child = this.#child
    while (child.exitCode === null && child.signalCode === null) {
      const answer = await fetch(`${this.url}/readyz`).catch(() => null)
      if (answer?.ok) return
      await wait(PROBE_EVERY_MS)
    }
  }
}
