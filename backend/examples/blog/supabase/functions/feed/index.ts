import { corsHeaders } from '../_shared/cors.ts'
import { rest } from '../_shared/rest.ts'

const outside = ({ headers }: Request) =>
  `${headers.get('X-Forwarded-Proto')}://${headers.get('X-Forwarded-Host')}:${headers.get('X-Forwarded-Port')}`
const text = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

Deno.serve(async (req) => {
  if (req.method === 'OPTIONS') return new Response('ok', { headers: corsHeaders })

  const { pathname } = new URL(req.url)
  if (pathname === '/feed/live') {
    const { socket, response } = Deno.upgradeWebSocket(req)
    socket.onopen = () => socket.send(Deno.env.get('BLOG_NAME')!)
    return response
  }

  const posts = await (await rest('posts?select=slug,title&published_at=not.is.null&order=published_at')).json()
  const parts = [
    `<rss version="2.0"><channel><title>${text(Deno.env.get('BLOG_NAME')!)}</title><link>${outside(req)}/functions/v1/feed</link>`,
    ...posts.map((post: { slug: string; title: string }) => `<item><title>${text(post.title)}</title></item>`),
    '</channel></rss>',
  ]
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
  return new Response(body, { headers: { ...corsHeaders, 'Content-Type': 'application/rss+xml' } })
})
