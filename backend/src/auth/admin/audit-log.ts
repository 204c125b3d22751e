import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { invalid } from '../errors.ts'
import { queryValue } from '../request-input.ts'
import { likePattern, pagingHeaders, parseCount } from './paging.ts'

const MAX_PER_PAGE = 1000

interface Entry {
  readonly id: string
  readonly payload: unknown
  readonly created_at: Date
  readonly ip_address: string
}

/** GET /admin/audit: account events, newest first; filtered by `query=author:x` or `action:x`. */
export const adminAuditLog: FastifyPluginAsyncTypebox<AuthContext> = async (app, { sql }) => {
  app.get('/admin/audit', async (request, reply) => {
    const page = parseCount(queryValue(request, 'page'), 1)
    const perPage = Math.min(parseCount(queryValue(request, 'per_page'), 50), MAX_PER_PAGE)
    const { field, text } = parseQuery(queryValue(request, 'query'))
    const pattern = likePattern(text)
    const matching = sql`${pattern}::text is null or e.payload ->> ${field} ilike ${pattern}`
    const [counted] = await sql<{ total: number }[]>`
      select count(*)::int as total from auth.audit_log_entries e where ${matching}`
    const entries = await sql<Entry[]>`
      select id, payload, created_at, ip_address from auth.audit_log_entries e where ${matching}
      order by created_at desc, id limit ${perPage} offset ${(page - 1) * perPage}`
    reply.headers(pagingHeaders('/admin/audit', page, perPage, counted?.total ?? 0))
    return entries
  })
}

const FIELDS: Readonly<Record<string, string>> = { author: 'actor_username', action: 'action', type: 'action' }

function parseQuery(query: string | undefined): { field: string; text: string | undefined } {
  if (query === undefined) return { field: 'action', text: undefined }
  const [name = '', ...rest] = query.split(':')
  const field = FIELDS[name]
  if (field === undefined || rest.length === 0) throw invalid('bad query scopes: use author:x, action:x or type:x')
  return { field, text: rest.join(':') }
}
