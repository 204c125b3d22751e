import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from 'souk-backend/testing'

/** API version of the pinned package. */
const VERSION = 'v0.203.0'
const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/stripe-mock')

export interface StripeMock {
  readonly url: string
  end(): void
}

/**
 * Stripe's own mock, a stateless server that validates requests against its OpenAPI description. Built with Go on first use; has the reason if that
 * failed, as without Go or network.
 */
export async function startStripeMock(): Promise<StripeMock | { readonly missing: string }> {
  const program = join(FOLDER, VERSION, 'stripe-mock')
  try {
    await build(program)
  } catch (error) {
    return { missing: String(error) }
  }
  const port = await freePort()
  const mock = spawn(program, ['-http-addr', `127.0.0.1:${port}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  await listening(mock)
  return { url: `http://127.0.0.1:${port}`, end: () => void mock.kill('SIGTERM') }
}

async function build(program: string): Promise<void> {
  if (existsSync(program)) return
  await promisify(execFile)('go', ['install', `github.com/stripe/stripe-mock@${VERSION}`], {
    env: { ...process.env, GOBIN: dirname(program) },
    timeout: 240_000,
  })
}

function listening(mock: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    mock.once('exit', (code) => reject(new Error(`stripe-mock ended with ${code}`)))
    mock.stdout?.on('data', (line: Buffer) => {
      if (String(line).includes('Listening')) resolve()
    })
  })
}
