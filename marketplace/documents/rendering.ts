import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PageToRender, RenderedPage, RenderPage } from 'souk-backend/pages'

/** Data passed to the thread at start. */
export interface RenderingData {
  /** Folder of the built pages. */
  readonly bundle: string
  /** Configuration of the pages, as JSON: the same as embedded in the document. */
  readonly config: string
}

export interface RenderingTask {
  readonly id: number
  readonly language: string
  readonly page: { readonly address: string; readonly reads: string; readonly at: number }
}

type Rendered = Omit<RenderedPage, 'head' | 'at'> & { readonly preloads: string }

type RenderingAnswer = { id: number } & ({ rendered: Rendered } | { problem: string })

const LIMITS = {
  /** Maximum number of cached pages, and of characters in them together. */
  kept: 100,
  keptCharacters: 15_000_000,
  /** Maximum length of the queue: further pages are served without markup. */
  waiting: 40,
  /** Maximum characters of answers, and of markup. */
  reads: 1_500_000,
  body: 2_000_000,
  /** A thread without a response for this long is replaced. */
  silenceMs: 10_000,
  memoryMb: 192,
}
/** "3 h ago" is relative to the start of the current minute: pages of the same minute are equal. */
const MINUTE_MS = 60_000

/**
 * Renders pages in a separate thread, so that no other request waits for one. The cache key is everything that a page is rendered from
 * (URL, language, answers, settings, minute), so that entries are never stale or user-specific.
 * @param bundle folder of the built pages
 */
export function createRendering(bundle: string, limits: Partial<typeof LIMITS> = {}): RenderPage {
  const { kept, keptCharacters, reads: mostReads, body: mostBody } = { ...LIMITS, ...limits }
  const pages = new Map<string, Promise<RenderedPage>>()
  const sizes = new Map<string, number>()
  let characters = 0
  let thread: RenderingThread | null = null

  const forget = (key: string) => {
    pages.delete(key)
    characters -= sizes.get(key) ?? 0
    sizes.delete(key)
  }
  const threadFor = (config: string) => {
    if (thread?.config !== config || thread.isOver) {
      thread?.end(new Error('the settings have changed'))
      thread = new RenderingThread({ bundle, config }, { ...LIMITS, ...limits })
    }
    return thread
  }
  const render = async ({ address, language, reads, config }: PageToRender, at: number): Promise<RenderedPage> => {
    if (reads.length > mostReads) throw new Error(`its answers are ${reads.length} characters long`)
    const { body, preloads, data } = await threadFor(config).render(language, { address, reads, at })
    if (body.length > mostBody) throw new Error(`its markup is ${body.length} characters long`)
    return { body, head: preloads, data, at }
  }

  return (page) => {
    const at = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    const key = createHash('sha256')
      .update(JSON.stringify([page.address, page.language, at, page.config]))
      .update(page.reads)
      .digest('base64url')
    const known = pages.get(key)
    if (known) return known
    const rendered = render(page, at)
    pages.set(key, rendered)
    rendered.then(
      ({ body, data }) => {
        if (!pages.has(key)) return
        const size = body.length + data.length
        sizes.set(key, size)
        characters += size
        // The oldest entries go first.
        for (const oldest of pages.keys()) {
          if (pages.size <= kept && characters <= keptCharacters) break
          forget(oldest)
        }
      },
      () => forget(key),
    )
    return rendered
  }
}

interface Waiting {
  resolve(rendered: Rendered): void
  reject(error: Error): void
}

/** A thread and its pending requests. It starts with the first page and does not keep the process alive. */
class RenderingThread {
  readonly config: string
  isOver = false
  readonly #worker: Worker
  readonly #limits: typeof LIMITS
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #silence: ReturnType<typeof setTimeout> | undefined

  constructor(data: RenderingData, limits: typeof LIMITS) {
    this.config = data.config
    this.#limits = limits
    this.#worker = new Worker(join(import.meta.dirname, 'render-worker.ts'), {
      workerData: data,
      // A small young generation: pages leave no live objects, and the thread is often idle.
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16 },
    })
    this.#worker.unref()
    this.#worker.on('message', (answer: RenderingAnswer) => this.#take(answer))
    this.#worker.on('error', (error) => this.end(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.end(new Error('the thread that renders pages has ended')))
  }

  render(language: string, page: RenderingTask['page']): Promise<Rendered> {
    if (this.#waiting.size >= this.#limits.waiting)
      return Promise.reject(new Error('too many pages wait to be rendered'))
    this.#lastId += 1
    const task: RenderingTask = { id: this.#lastId, language, page }
    return new Promise((resolve, reject) => {
      this.#waiting.set(task.id, { resolve, reject })
      this.#listen()
      this.#worker.postMessage(task)
    })
  }

  /** Ends the thread and rejects all pending requests with the reason. */
  end(reason: Error): void {
    if (this.isOver) return
    this.isOver = true
    clearTimeout(this.#silence)
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
    void this.#worker.terminate()
  }

  #take(answer: RenderingAnswer): void {
    const asked = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    clearTimeout(this.#silence)
    this.#silence = undefined
    if (this.#waiting.size > 0) this.#listen()
    if ('rendered' in answer) asked?.resolve(answer.rendered)
    else asked?.reject(new Error(answer.problem))
  }

  #listen(): void {
    this.#silence ??= setTimeout(
      () => this.end(new Error(`no page was rendered for ${this.#limits.silenceMs} ms`)),
      this.#limits.silenceMs,
    ).unref()
  }
}
