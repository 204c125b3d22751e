import { readFile } from 'node:fs/promises'
import type { AccountRules } from '../../config/accounts.ts'
import { AuthError } from '../errors.ts'

/** @throws {AuthError} `email_address_invalid` for a disposable address, if those are rejected. */
export type RequireLastingAddress = (email: string) => void

/** Rejects the domains of the operator's file, otherwise of the package's list; loaded once at startup, and only if enabled. */
export async function createDisposableCheck({
  isOn,
  file,
}: AccountRules['disposable']): Promise<RequireLastingAddress> {
  if (!isOn) return () => undefined
  const domains = file === null ? await knownDomains() : await domainsIn(file)
  return (email) => {
    const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
    // Include subdomains: owners of such a domain give them out.
    for (let from = 0; from < labels.length - 1; from += 1) {
      if (domains.has(labels.slice(from).join('.'))) throw new AuthError('email_address_invalid')
    }
  }
}

async function knownDomains(): Promise<ReadonlySet<string>> {
  const { default: mailChecker } = await import('mailchecker')
  return mailChecker.blacklist()
}

async function domainsIn(file: string): Promise<ReadonlySet<string>> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim().toLowerCase())
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
}
