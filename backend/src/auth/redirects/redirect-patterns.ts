const compiled = new Map<string, RegExp>()

/**
 * A pattern of the redirect allow list: `*` matches anything without `.` and `/`, `**` anything at all, `?` one character other
 * than these, `[a-z]` and `{a,b}` as in shells.
 */
export function globToPattern(glob: string): RegExp {
  const known = compiled.get(glob)
  if (known) return known
  const pattern = new RegExp(`^${translate(glob)}$`)
  compiled.set(glob, pattern) // bounded: globs come from the configuration only
  return pattern
}

const TOKEN = /\*\*|\*|\?|\[!?[^\]\\/]+\]|\{[^{}]*\}|[\s\S]/g

function translate(glob: string): string {
  return (glob.match(TOKEN) ?? []).map(translateToken).join('')
}

function translateToken(token: string): string {
  if (token === '**') return '.*'
  if (token === '*') return '[^./]*'
  if (token === '?') return '[^./]'
  if (token.length > 1 && token.startsWith('[')) return token.replace(/^\[!/, '[^')
  if (token.length > 1 && token.startsWith('{')) {
    return `(?:${token.slice(1, -1).split(',').map(translate).join('|')})`
  }
  return token.replace(/[.+^${}()|[\]\\/-]/g, '\\$&')
}
