/**
 * Cache key of a data API answer: its URL and the user, so that nobody sees what another user read in this browser. The token is not
 * verified here; the server has done so.
 */
export function keyOfAnswer(url: string, authorization: string | null): string {
  const key = new URL(url)
  key.searchParams.set('__asker', askerOf(authorization))
  return key.href
}

function askerOf(authorization: string | null): string {
  const payload = authorization?.split('.')[1]
  if (!payload) return 'visitor'
  try {
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown }
    return typeof sub === 'string' ? sub : 'visitor'
  } catch {
    return 'unreadable' // shared with nobody
  }
}
