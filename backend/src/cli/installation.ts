import type { Deployment } from '../functions/deploy.ts'
import { isLoopback } from '../http/loopback.ts'
import { StartupError } from '../startup-error.ts'

/** Options of commands that change another installation. */
export const INSTALLATION_OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  'project-ref': { type: 'string' },
  json: { type: 'boolean' },
} as const

export const INSTALLATION_HELP = `  --url             address of the installation, or SUPABASE_URL
  --key             its secret key; better in SUPABASE_SECRET_KEY or SUPABASE_SERVICE_ROLE_KEY`

export interface Target {
  readonly url: string
  readonly key: string
}

/** @throws {StartupError} for a missing address or key, and for plain http */
export function targetOf(given: {
  readonly url?: string | undefined
  readonly key?: string | undefined
  readonly 'project-ref'?: string | undefined
}): Target {
  if (given['project-ref'] !== undefined)
    throw new StartupError('There are no hosted projects here; name the installation with --url.')
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, SUPABASE_SERVICE_ROLE_KEY } = process.env
  const url = URL.parse(given.url ?? SUPABASE_URL ?? '')
  if (url === null) throw new StartupError('Name the installation: --url https://api.example.com')
  if (url.protocol !== 'https:' && !isLoopback(url.hostname))
    throw new StartupError('The secret key is only sent over https.')
  const key = given.key ?? SUPABASE_SECRET_KEY ?? SUPABASE_SERVICE_ROLE_KEY
  if (!key) throw new StartupError("Give the installation's secret key in SUPABASE_SECRET_KEY.")
  return { url: url.href.replace(/\/+$/, ''), key }
}

/** One request about deployed functions. @throws {StartupError} for every refusal */
export async function ask(
  { url, key }: Target,
  method: 'GET' | 'PUT' | 'DELETE',
  name?: string,
  deployment?: Deployment,
): Promise<unknown> {
  const answer = await fetch(`${url}/functions/v1/_deploy${name === undefined ? '' : `/${encodeURIComponent(name)}`}`, {
    method,
    headers: { apikey: key, ...(deployment ? { 'content-type': 'application/json' } : {}) },
    ...(deployment ? { body: JSON.stringify(deployment) } : {}),
    redirect: 'error',
  }).catch((cause: Error) => {
    const reason = cause.cause instanceof Error ? cause.cause.message : cause.message
    throw new StartupError(`${url} cannot be reached: ${reason}.`, { cause })
  })
  if (answer.ok) return await answer.json()
  if (answer.status === 404 || answer.status === 405)
    throw new StartupError(`${url} accepts no functions; start it with FUNCTIONS_DEPLOY=1.`)
  const text = await answer.text()
  if (answer.status === 410 || name === undefined) throw new StartupError(messageIn(text))
  throw new StartupError(`${name} was refused (${answer.status}): ${messageIn(text)}`)
}

function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : text
  } catch {
    return text
  }
}
