/** Settings of an OpenAI-compatible server, from the function's environment. */
export interface ModelServer {
  baseUrl: string
  apiKey: string | null
  model: string
}

export function modelServerOf(env: Readonly<Record<string, string>>): ModelServer | null {
  if (!env.BASE_URL || !env.MODEL) return null
  return { baseUrl: env.BASE_URL, apiKey: env.API_KEY || null, model: env.MODEL }
}

/** The server refused, was unreachable or did not answer in time. Its message is for the log only, never for the user. */
export class ModelServerFailed extends Error {
  override readonly name = 'ModelServerFailed'
}

/** Sends one request and returns the response's JSON. @throws {ModelServerFailed} */
export async function ask(
  { baseUrl, apiKey }: ModelServer,
  path: string,
  body: FormData | object,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<unknown> {
  const isForm = body instanceof FormData
  let answer: Response
  try {
    answer = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: {
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
      // Never follow a redirect away from the server that the operator configured.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
  } catch (cause) {
    throw new ModelServerFailed('the model server cannot be reached', { cause })
  }
  if (!answer.ok) {
    const said = await answer.text().catch(() => '')
    throw new ModelServerFailed(`the model server answered ${answer.status}: ${said.slice(0, 300)}`)
  }
  try {
    return await answer.json()
  } catch (cause) {
    throw new ModelServerFailed('the model server answered without JSON', { cause })
  }
}
