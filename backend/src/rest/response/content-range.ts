import { RestError } from '../errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { Answer } from './answer.ts'

/** The Content-Range header and the status that it implies. @throws {RestError} PGRST103 */
export function contentRange({ rows, total }: Answer, request: ApiRequest): { header: string | null; status: number } {
  const counted = total === null ? '*' : String(total)
  switch (request.action) {
    case 'insert':
    case 'delete':
      return { header: `*/${countsWrites(request) ? rows : '*'}`, status: 200 }
    case 'update':
      return { header: `${rows > 0 ? `0-${rows - 1}` : '*'}/${countsWrites(request) ? rows : '*'}`, status: 200 }
    case 'put':
      return { header: null, status: 200 }
    case 'read':
    case 'call': {
      const { offset } = request.range
      if (total !== null && offset > 0 && offset > total) {
        throw new RestError('PGRST103', 'Requested range not satisfiable', {
          details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
          headers: { 'Content-Range': `*/${total}` },
        })
      }
      const header = `${rows > 0 ? `${offset}-${offset + rows - 1}` : '*'}/${counted}`
      return { header, status: total !== null && rows < total ? 206 : 200 }
    }
  }
}

function countsWrites({ preferences }: ApiRequest): boolean {
  return preferences.count === 'exact' || preferences.count === 'estimated'
}
