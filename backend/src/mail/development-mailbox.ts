import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from './mail.ts'

export interface KeptMail extends Mail {
  readonly id: string
  /** RFC 3339, UTC. */
  readonly sentAt: string
  /** Every http(s) URL in the text, in order. */
  readonly links: readonly string[]
}

/** Maximum number of kept emails; the oldest are removed first. */
const CAPACITY = 200

/** Keeps emails as files in the data folder, so that they survive a restart. */
export class DevelopmentMailbox {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'mail')
  }

  async keep(mail: Mail): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const kept: Omit<KeptMail, 'id'> = { ...mail, sentAt: new Date().toISOString(), links: linksIn(mail.text) }
    const name = `${String(Date.now()).padStart(15, '0')}-${randomBytes(4).toString('hex')}.json`
    const draft = join(this.#folder, `.${name}`)
    await writeFile(draft, JSON.stringify(kept), { mode: 0o600 })
    await rename(draft, join(this.#folder, name))
    const surplus = (await this.#names()).slice(CAPACITY)
    await Promise.all(surplus.map((old) => rm(join(this.#folder, old), { force: true })))
  }

  /** Newest first. */
  async list(): Promise<KeptMail[]> {
    const names = await this.#names()
    const kept = names.slice(0, CAPACITY).map(async (name) => {
      const text = await readFile(join(this.#folder, name), 'utf8').catch(() => null)
      // Written by `keep`.
      return text === null ? null : { ...(JSON.parse(text) as KeptMail), id: name.replace(/\.json$/, '') }
    })
    return (await Promise.all(kept)).filter((mail) => mail !== null)
  }

  async remove(isUnwanted: (mail: KeptMail) => boolean): Promise<void> {
    const unwanted = (await this.list()).filter(isUnwanted)
    await Promise.all(unwanted.map(({ id }) => rm(join(this.#folder, `${id}.json`), { force: true })))
  }

  async #names(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return names
      .filter((name) => /^[0-9]/.test(name))
      .sort()
      .reverse()
  }
}

function linksIn(text: string): string[] {
  return text.match(/https?:\/\/[^\s<>"]+/g) ?? []
}
