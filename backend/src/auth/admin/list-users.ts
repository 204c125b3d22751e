import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { invalid } from '../errors.ts'
import { queryValue } from '../request-input.ts'
import type { UserRow } from '../user-row.ts'
import { viewUser } from '../user-view.ts'
import { userColumns } from '../users.ts'

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
    reply.headers({ 'x-total-count': String(total), link: linkHeader(page, perPage, total) })
    return { users: users.map(viewUser), aud: 'authenticated' }
  })
}

function parseCount(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^\d{1,9}$/.test(text))
    throw invalid(`Bad Pagination Parameters: strconv.ParseUint: parsing "${text}": invalid syntax`)
  return Math.max(1, Number(text))
}

function likePattern(filter: string | undefined): string | null {
  return filter === undefined ? null : `%${filter.replace(/[\\%_]/g, '\\$&')}%`
}

/** auth-js takes the page number from the text after the first `=`, so `page` comes first. */
function linkHeader(page: number, perPage: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (number: number, rel: string) => `</admin/users?page=${number}&per_page=${perPage}>; rel="${rel}"`
  return page < last ? `${link(page + 1, 'next')}, ${link(last, 'last')}` : link(last, 'last')
}
