/** A part of a message: text, or what looks like a URL. */
export interface Piece {
  readonly text: string
  /** The link target; undefined for text. */
  readonly url?: string
}

const ADDRESS =
  /\b(?:https?:\/\/[^\s<>"]+|(?:www\.)?(?:[a-z0-9-]+\.)+(?:com|net|org|info|biz|shop|store|online|site|app|dev|io|co|eu|pt|es|de|fr|uk|ie|it|nl|me|ly|link|example|test)\b(?:\/[^\s<>"]*)?)/gi

/** Splits a message at its URLs. Sentence punctuation at the end is not part of a URL. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(/[.,;:!?)\]]+$/, '')
    const before = text[match.index - 1]
    // Skip the domain of an email address.
    if (before === '@' || before === '.') continue
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) })
    pieces.push({ text: address, url: /^https?:/i.test(address) ? address : `https://${address}` })
    from = match.index + address.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** A URL in three parts, the middle one being its registrable domain: "pay." "evil.example" "/souk.com". */
export interface Owned {
  readonly before: string
  readonly domain: string
  readonly after: string
}

/** @param domain the registrable domain; null when there is none, as for an IP address */
export function ownerIn(address: string, domain: string | null): Owned {
  const host = domain ?? URL.parse(/^https?:/i.test(address) ? address : `https://${address}`)?.hostname ?? ''
  const scheme = /^https?:\/\//i.exec(address)?.[0].length ?? 0
  const end = address.slice(scheme).search(/[/?#]|$/) + scheme
  const at = host === '' ? -1 : address.slice(0, end).toLowerCase().lastIndexOf(host.toLowerCase())
  if (at < 0) return { before: '', domain: address, after: '' }
  return {
    before: address.slice(0, at),
    domain: address.slice(at, at + host.length),
    after: address.slice(at + host.length),
  }
}
