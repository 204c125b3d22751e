import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A server with the paths and answers of GitHub Enterprise, which signs every visitor in as `person`. */
export async function startGitHub() {
  const github = {
    person: { id: 1, login: 'rita', name: 'Rita Moura', avatar_url: 'https://pictures.example/rita' },
    emails: [
      { email: 'old@example.com', primary: false, verified: true },
      { email: 'rita@example.com', primary: true, verified: true },
    ],
    url: '',
    close: async () => void server.close(),
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const tell = (value: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (pathname === '/login/oauth/authorize') {
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', 'a-code')
      back.searchParams.set('state', searchParams.get('state') ?? '')
      back.searchParams.set('iss', `${github.url}/login/oauth`)
      return response.writeHead(302, { location: back.href }).end()
    }
    if (pathname === '/login/oauth/access_token') {
      const body = new URLSearchParams(await text(request))
      if (body.get('code') !== 'a-code' || body.get('client_secret') !== 'secret') return response.writeHead(400).end()
      return tell({ access_token: 'a-token', token_type: 'bearer', scope: 'user:email' })
    }
    if (request.headers.authorization !== 'Bearer a-token') return response.writeHead(401).end()
    if (pathname === '/api/v3/user/emails') return tell(github.emails)
    if (pathname === '/api/v3/user') return tell(github.person)
    return response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  github.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listens on TCP
  return github
}
