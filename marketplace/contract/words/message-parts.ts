import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/** Placeholder names and elements of a message, sorted. For tests of catalogues. */
export function partsOf(message: string): string[] {
  const names = new Set<string>()
  const visit = (piece: unknown) => {
    if (!Array.isArray(piece)) return
    const [name, , cases] = piece as [string, string?, Record<string, unknown>?]
    names.add(name)
    for (const one of Object.values(cases ?? {})) if (Array.isArray(one)) one.forEach(visit)
  }
  compileMessageOrThrow(message).forEach(visit)
  for (const [element] of message.matchAll(/<\d+\/?>/g)) names.add(element)
  return [...names].sort()
}
