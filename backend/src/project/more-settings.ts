import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { SERVICES } from '../config/server.ts'
import { StartupError } from '../startup-error.ts'
import { configName, type ProjectPlace } from './find-project.ts'
import type { Values } from './read-config.ts'

type Settings = Record<string, string>

/** The sections of config.toml, by service. */
const SECTIONS: Readonly<Record<(typeof SERVICES)[number], string>> = {
  auth: 'auth',
  rest: 'api',
  storage: 'storage',
  realtime: 'realtime',
  functions: 'edge_runtime',
}

/** The enabled services. */
export function services(values: Values): Settings {
  return {
    SERVICES: SERVICES.filter((one) => values.get(`${SECTIONS[one]}.enabled`) !== false).join(','),
    // On is the default on this machine; in production that takes more than the file that every project begins with.
    ...(values.get('studio.enabled') === false ? { CONSOLE: '0' } : {}),
  }
}

/** Names below a section: `confirmation` of `auth.email.template.confirmation.subject`. */
function namesIn(values: Values, section: string): string[] {
  const found = [...values.keys()].filter((name) => name.startsWith(`${section}.`))
  return [...new Set(found.map((name) => name.slice(section.length + 1).split('.')[0] ?? ''))]
}

/** The project's email and text message templates. @throws {StartupError} for a missing file */
export function templates(place: ProjectPlace, values: Values): Settings {
  const own = ['template', 'notification'].flatMap((section) =>
    namesIn(values, `auth.email.${section}`).map((name) => {
      const at = (key: string) => values.get(`auth.email.${section}.${name}.${key}`)
      const content =
        at('content') ?? contentOf(place, `auth.email.${section}.${name}.content_path`, at('content_path'))
      const subject = at('subject')
      return [
        name,
        { ...(subject ? { subject: String(subject) } : {}), ...(content ? { content: String(content) } : {}) },
      ]
    }),
  )
  const [sms, mfa] = [values.get('auth.sms.template'), values.get('auth.mfa.phone.template')]
  return {
    ...(own.length > 0 ? { AUTH_EMAIL_TEMPLATES: JSON.stringify(Object.fromEntries(own)) } : {}),
    ...(sms ? { AUTH_SMS_TEMPLATE: unquoted(String(sms)) } : {}),
    ...(mfa ? { AUTH_MFA_SMS_TEMPLATE: unquoted(String(mfa)) } : {}),
  }
}

/** Files of older `supabase init` have the template itself as a literal: "Your code is {{ `{{ .Code }}` }}". */
const unquoted = (template: string) => template.replace(/\{\{\s*`([^`]*)`\s*\}\}/g, '$1')

/** Resolves a path relative to the project's folder, like Supabase's CLI, or to `supabase/`. */
function contentOf(place: ProjectPlace, key: string, given: unknown): string | undefined {
  if (!given) return undefined
  const file = [place.root, place.folder].map((base) => resolve(base, String(given))).find((path) => existsSync(path))
  if (file === undefined)
    throw new StartupError(`${configName(place)}: ${key} leads to ${String(given)}, where no file is.`)
  return readFileSync(file, 'utf8')
}

/** The enabled notices. */
export function notices(values: Values): Settings {
  const section = 'auth.email.notification'
  const on = namesIn(values, section).filter((name) => values.get(`${section}.${name}.enabled`) === true)
  return on.length > 0 ? { AUTH_NOTICES: on.join(',') } : {}
}

/** Third-party issuers whose tokens a project accepts. */
export function thirdParties(values: Values): Settings {
  const at = (name: string) => String(values.get(`auth.third_party.${name}`) ?? '')
  const https = (address: string) => (/^https?:/.test(address) ? address : `https://${address}`).replace(/\/+$/, '')
  const region = at('auth0.tenant_region')
  const found: Readonly<Record<string, () => { issuer: string; jwksUrl: string }>> = {
    firebase: () => ({
      issuer: `https://securetoken.google.com/${at('firebase.project_id')}`,
      jwksUrl: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    }),
    auth0: () => withKeys(https(`${at('auth0.tenant')}${region ? `.${region}` : ''}.auth0.com`)),
    aws_cognito: () =>
      withKeys(
        `https://cognito-idp.${at('aws_cognito.user_pool_region')}.amazonaws.com/${at('aws_cognito.user_pool_id')}`,
      ),
    clerk: () => withKeys(https(at('clerk.domain'))),
    workos: () => ({
      issuer: https(at('workos.issuer_url')),
      jwksUrl: `https://api.workos.com/sso/jwks/${at('workos.issuer_url').split('/').at(-1)}`,
    }),
  }
  const on = Object.entries(found).filter(([name]) => values.get(`auth.third_party.${name}.enabled`) === true)
  return on.length > 0 ? { JWT_THIRD_PARTIES: JSON.stringify(on.map(([, describe]) => describe())) } : {}
}

const withKeys = (issuer: string) => ({ issuer, jwksUrl: `${issuer}/.well-known/jwks.json` })

/** `[db.settings]`, without settings that the server depends on. */
export function databaseSettings(values: Values): Settings {
  const section = 'db.settings.'
  const given = [...values]
    .filter(([name]) => name.startsWith(section))
    .map(([name, value]) => [name.slice(section.length), String(value)] as const)
    .filter(([name]) => !KEPT.has(name))
  return given.length > 0 ? { DATABASE_SETTINGS: given.map(([name, value]) => `${name}=${value}`).join(',') } : {}
}

/** Settings that the services depend on. */
const KEPT = new Set([
  'max_connections',
  'max_wal_senders',
  'max_replication_slots',
  'max_worker_processes',
  'session_replication_role',
])
