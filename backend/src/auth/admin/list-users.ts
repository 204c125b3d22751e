import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { queryValue } from '../request-input.ts'
import type { UserRow } from '../users/user-row.ts'
import { viewUser } from '../users/user-view.ts'
import { userColumns } from '../users/users.ts'
import { likePattern, pagingHeaders, parseCount } from './paging.ts'

const MAX_PER_PAGE = 1000

/** GET /admin/users: a page of accounts, newest first. */
export const adminListUsers: FastifyPluginAsyncTypebox<AuthContext> = async (app, { sql }) => {
  app.get('/admin/users', async (request, reply) => {
    const page = parseCount(queryValue(request, 'page'), 1)
    const perPage = Math.min(parseCount(queryValue(request, 'per_page'), 50), MAX_PER_PAGE)
    const pattern = likePattern(queryValue(request, 'filter'))
    const oldestFirst = queryValue(request, 'sort') === 'created_at asc'

    const matching = sql`${pattern}::text is null or u.email ilike ${pattern} or u.raw_user_meta_data ->> 'full_name' ilike ${pattern}`
    const [counted] = await sql<{ total: number }[]>`select count(*)::int as total from auth.users u where ${matching}`
    const users = await sql<UserRow[]>`
      select ${userColumns(sql)} from auth.users u where ${matching}
      order by ${oldestFirst ? sql`u.created_at asc, u.id` : sql`u.created_at desc, u.id`}
      limit ${perPage} offset ${(page - 1) * perPage}`
    const total = counted?.total ?? 0
    reply.headers(pagingHeaders('/admin/users', page, perPage, total))
    return { users: users.map(viewUser), aud: 'authenticated' }
  })
}
