export type Send = (path: string, init?: RequestInit & { headers?: Record<string, string> }) => Promise<Response>

interface Sender {
  readonly url: string
  readonly publishableKey: string
  readonly token: string
  /** Client address of the requests. */
  readonly address: string
}

export function sender({ url, publishableKey, token, address }: Sender): Send {
  return (path, init = {}) =>
    fetch(`${url}/${path}`, {
      ...init,
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${token}`,
        'x-forwarded-for': address,
        ...init.headers,
      },
    })
}

/** Uploads a user's photos, each with a unique name. */
export function uploader(send: Send, userId: string): (photo: Buffer) => Promise<Response> {
  return (photo) =>
    send(`storage/v1/object/listing-photos/${userId}/fairness-${crypto.randomUUID()}.jpg`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(photo),
    })
}

export function json(body: object) {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
