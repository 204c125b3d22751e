import type { WebDocument } from 'souk-backend/pages'
import { paths } from '../contract/paths.ts'

const PRIVATE = [
  paths.dashboard,
  paths.messages,
  paths.admin,
  paths.post,
  paths.auth,
  paths.unsubscribePage,
  paths.oauthConsent,
]

/** `/robots.txt` (RFC 9309). What search engines should not index is marked on the pages themselves. */
export function robots(publicUrl: string): WebDocument {
  const text = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  return {
    path: '/robots.txt',
    answer: async () =>
      new Response(text, {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
      }),
  }
}
