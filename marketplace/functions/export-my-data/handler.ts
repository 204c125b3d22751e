import { makeZip } from 'client-zip'
import type { FunctionHandler } from 'souk-backend/functions'
import { isRefusal, refusalAnswer } from '../../contract/refusals/explain.ts'
import { entriesOf } from './entries.ts'

/**
 * Exports all of the caller's data as a ZIP that is streamed while it is written: only one page of rows or one chunk of a photo is in
 * memory. Read as the caller, so row level security decides.
 */
export const handle: FunctionHandler = async (request, { caller, supabase, env, log }) => {
  if (request.method !== 'POST') return refusalAnswer({ code: 'SK901' })
  if (caller.userId === null) return refusalAnswer({ code: 'SK001' })
  const { error } = await supabase.rpc('begin_data_export')
  if (error && isRefusal(error.code)) return refusalAnswer(error)
  if (error) throw new Error(error.message)
  log.info('data export started')
  const name = `my-data-${new Date().toISOString().slice(0, 10)}.zip`
  return new Response(makeZip(entriesOf(supabase, caller.userId, env.ADDRESS_BOOK_KEY ?? '')), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}
