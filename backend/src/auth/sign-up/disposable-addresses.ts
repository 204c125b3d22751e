import { readFile } from 'node:fs/promises'
import type { AccountRules } from '../../config/accounts.ts'
import { AuthError } from '../errors.ts'

/** @throws {AuthError} `email_address_invalid` for an address that is thrown away after use, where those are refused. */
export type RequireLastingAddress = (email: string) => void

/** Refuses the domains of the operator's file, else those that the package knows; read once, at start, and only where wanted. */
export async function createDisposableCheck({
  isOn,
  file,
}: AccountRules['disposable']): Promise<RequireLastingAddress> {
  if (!isOn) return () => undefined
  const domains = file === null ? await knownDomains() : await domainsIn(file)
  return (email) => {
    const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
    // Also below such a domain: whoever runs one gives out its subdomains.
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
