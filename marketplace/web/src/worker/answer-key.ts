/**
 * Where an answer of the data API is kept: by its question and by who asked, so that nobody is shown what somebody else
 * read in this browser. The token is not trusted with anything here; the server has checked it.
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
    return 'unreadable' // kept apart from everybody
  }
}
