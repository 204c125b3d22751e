import { WebSocket } from 'ws'

/** A request to one service that requires a valid token. */
export interface ServiceCall {
  readonly service: string
  /** @returns true when the token was accepted, false when it was refused as a token */
  believes(token: string): Promise<boolean>
}

/** Every service of a server, with the way it accepts a token. */
export function everyService(url: string, publishableKey: string): readonly ServiceCall[] {
  const over = (path: string, init: RequestInit = {}) => ({
    service: path.split('/')[1] ?? path,
    async believes(token: string) {
      const headers = { apikey: publishableKey, 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const { status } = await fetch(url + path, { ...init, headers })
      // Services differ in their answer to a valid token, which is tested elsewhere; storage answers a bad one with 400.
      return ![400, 401, 403].includes(status)
    },
  })
  return [
    over('/auth/v1/user'),
    over('/rest/v1/library_books?limit=1'),
    over('/storage/v1/bucket'),
    over('/functions/v1/echo', { method: 'POST', body: '{}' }),
    over('/realtime/v1/api/broadcast', {
      method: 'POST',
      body: JSON.stringify({ messages: [{ topic: 'a-topic', event: 'said', payload: {} }] }),
    }),
    { service: 'realtime socket', believes: (token) => joins(url, publishableKey, token) },
  ]
}

function joins(url: string, publishableKey: string, token: string): Promise<boolean> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=1.0.0`
  const socket = new WebSocket(address)
  return new Promise<boolean>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => {
      const payload = { config: {}, access_token: token }
      socket.send(JSON.stringify({ topic: 'realtime:a-topic', event: 'phx_join', ref: '1', join_ref: '1', payload }))
    })
    socket.on('message', (data) => {
      const { event, payload } = JSON.parse(String(data)) as { event: string; payload: { status?: string } }
      if (event === 'phx_reply') resolve(payload.status === 'ok')
    })
  }).finally(() => socket.close())
}
