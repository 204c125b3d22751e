import type { FastifyRequest } from 'fastify'
import { queryValue } from '../request-input.ts'
import { globToPattern } from './redirect-patterns.ts'

export interface RedirectRules {
  readonly siteUrl: string
  readonly redirectAllowList: readonly string[]
}

/**
 * The redirect target of a request: the requested one, otherwise its Referer, otherwise the site.
 * A URL that is not allowed is ignored without an error, so it is never reflected.
 */
export function redirectFor(rules: RedirectRules, request: FastifyRequest): string {
  const body = request.body as { redirect_to?: unknown } | undefined
  const asked = request.headers.redirect_to ?? queryValue(request, 'redirect_to') ?? body?.redirect_to
  const candidates = [Array.isArray(asked) ? asked[0] : asked, request.headers.referer]
  return candidates.find((url): url is string => typeof url === 'string' && mayRedirectTo(rules, url)) ?? rules.siteUrl
}

/** Schemes that run code in the page that follows them. */
const SCRIPT_SCHEMES = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:'])

export function mayRedirectTo(rules: RedirectRules, candidate: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected here
  if (/[\\\u0000-\u0020\u007f]/.test(candidate) || !URL.canParse(candidate)) return false
  const url = new URL(candidate)
  if (SCRIPT_SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return false
  if (isSameSite(url, new URL(rules.siteUrl))) return true
  if (!isPlausibleHost(url, candidate)) return false
  if (isIpAddress(url.hostname)) return isLoopback(url.hostname)
  const withoutFragment = candidate.replace(/#.*$/, '')
  return rules.redirectAllowList.some((glob) => globToPattern(glob).test(withoutFragment))
}

function isSameSite(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false
  return url.port === site.port || isLoopback(url.hostname)
}

/** Checks the host as written: parsing already turns `http://2130706433` into an ordinary-looking address. */
function isPlausibleHost(url: URL, written: string): boolean {
  const host = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(written)?.[1]?.replace(/:\d*$/, '') ?? ''
  if (/^\d+$/.test(host)) return false
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return true
  if (isIpAddress(url.hostname)) return host === url.hostname
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)
}

function isIpAddress(hostname: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) || hostname.startsWith('[')
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
