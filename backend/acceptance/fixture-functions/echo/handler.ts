import type { FunctionHandler } from '../../../src/functions/function.ts'

/** Returns the forwarded request as JSON, or its bytes as a stream. */
export const handle: FunctionHandler = async (request, { caller, path }) => {
  if (path === '/bytes') {
    return new Response(request.body, { headers: { 'content-type': 'application/octet-stream' } })
  }
  if (path === '/form') {
    const form = await request.formData()
    const fields = [...form].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : [value.name, value.size],
    ])
    return Response.json(Object.fromEntries(fields))
  }
  return Response.json({
    method: request.method,
    url: request.url,
    path,
    query: Object.fromEntries(new URL(request.url).searchParams),
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
    caller: { role: caller.role, userId: caller.userId },
    hasToken: caller.token !== null,
  })
}
