import type { ObjectRow } from './object-row.ts'

/** Who may keep a copy of the answer. */
export type Visibility =
  | { readonly kind: 'public' }
  | { readonly kind: 'private' }
  | { readonly kind: 'signed'; readonly expiresAtSeconds: number }

// Types that a browser would run or render with the origin's rights. Served as downloads, and sandboxed in case they are opened anyway.
const ACTIVE_TYPES =
  /^(text\/(html|xml|javascript|ecmascript|xsl|vtt)|application\/(xml|javascript|ecmascript|x-javascript|wasm)|multipart\/.*|message\/.*)$|\+xml$/
const SHOWN_AS_TEXT = /^(text\/html|(text|application)\/(x-)?(javascript|ecmascript))$/

/** Returns the type to send for a stored type, and whether it is active content. */
export function safeContentType(stored: string): { readonly type: string; readonly isActive: boolean } {
  const essence = (stored.split(';', 1)[0] ?? '').trim().toLowerCase()
  const isActive = ACTIVE_TYPES.test(essence)
  return { type: SHOWN_AS_TEXT.test(essence) ? 'text/plain' : stored, isActive }
}

/** Headers that protect users who open a file uploaded by a stranger. */
export function safetyHeaders(isActive: boolean, type: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // Files are meant to be embedded by pages of other origins.
    'cross-origin-resource-policy': 'cross-origin',
    // A browser's own PDF viewer cannot work in a sandbox.
    ...(type.startsWith('application/pdf') && !isActive
      ? {}
      : { 'content-security-policy': "default-src 'none'; sandbox" }),
  }
}

/**
 * `?download` and `?download=name`; the name is always percent-encoded.
 * @param given the disposition set by the uploader, used when the reader asks for none; active content is never shown inline
 */
export function contentDisposition(
  download: string | undefined,
  isActive: boolean,
  given?: string | undefined,
): Record<string, string> {
  if (download === undefined) {
    if (isActive && !/^attachment\b/i.test(given ?? '')) return { 'content-disposition': 'attachment' }
    return given === undefined ? {} : { 'content-disposition': given }
  }
  if (download === '') return { 'content-disposition': 'attachment;' }
  const name = encodeURIComponent(download.toWellFormed())
  return { 'content-disposition': `attachment; filename=${name}; filename*=UTF-8''${name}` }
}

export function cacheHeaders(cacheControl: string, visibility: Visibility): Record<string, string> {
  switch (visibility.kind) {
    case 'public':
      return { 'cache-control': cacheControl }
    case 'private':
      // Only the user's own browser may keep it, and not for the next user of that browser.
      return { 'cache-control': makePrivate(cacheControl), vary: 'Authorization' }
    case 'signed':
      return { 'cache-control': 'private', expires: new Date(visibility.expiresAtSeconds * 1000).toUTCString() }
  }
}

function makePrivate(cacheControl: string): string {
  const kept = cacheControl
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !/^(public|private|s-maxage=.*)$/i.test(directive))
  return ['private', ...kept].join(', ')
}

/** All headers of an object except length, range and disposition. */
export function objectHeaders({ metadata }: ObjectRow, visibility: Visibility): Record<string, string> {
  const { type, isActive } = safeContentType(metadata.mimetype)
  return {
    'content-type': type,
    ...(metadata.contentEncoding ? { 'content-encoding': metadata.contentEncoding } : {}),
    ...(metadata.contentLanguage ? { 'content-language': metadata.contentLanguage } : {}),
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    'x-robots-tag': metadata.xRobotsTag ?? 'none',
    ...safetyHeaders(isActive, type),
    ...cacheHeaders(metadata.cacheControl, visibility),
  }
}
