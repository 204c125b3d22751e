import { rest } from '../_shared/rest.ts'

/** For readers who are signed in: the caller's own token goes on to the data API. */
Deno.serve(async (req) => {
  const Authorization = req.headers.get('Authorization')!
  const { name } = await req.json()
  const posts = await rest('posts?select=id', {
    headers: { Authorization, apikey: Deno.env.get('SUPABASE_ANON_KEY')! },
  })
  return Response.json({ message: `Hello ${name}!`, posts: (await posts.json()).length })
})
