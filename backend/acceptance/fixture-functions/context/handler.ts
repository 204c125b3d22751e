import type { FunctionHandler } from '../../../src/functions/function.ts'

/** Acts as the caller, bypasses row level security and reads its own environment. */
export const handle: FunctionHandler = async (_request, { path, supabase, supabaseAdmin, env, log, waitUntil }) => {
  if (path === '/as-caller') return Response.json(await supabase.from('auth_profiles').select('id'))
  if (path === '/as-service') {
    const { count, error } = await supabaseAdmin.from('auth_profiles').select('id', { count: 'exact', head: true })
    return Response.json({ count, error })
  }
  if (path === '/link') {
    const { data } = supabase.storage.from('any').getPublicUrl('a.png')
    return Response.json(data.publicUrl)
  }
  if (path === '/fails-in-background') {
    waitUntil(Promise.reject(new Error('nobody waits for me')))
    return Response.json('answered')
  }
  log.info('asked for its environment', { variables: Object.keys(env) })
  return Response.json({ env, variables: Object.keys(process.env) })
}
