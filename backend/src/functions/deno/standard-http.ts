/** In place of `std/http/server.ts` of deno.land, where that cannot be reached: `serve` of Deno itself. */
type Handler = (request: Request, info: unknown) => Response | Promise<Response>

interface Options {
  readonly onError?: (error: unknown) => Response | Promise<Response>
}

const { Deno } = globalThis as unknown as { Deno: { serve(handler: Handler): { finished: Promise<void> } } } // it runs in Deno alone

export async function serve(handler: Handler, { onError }: Options = {}): Promise<void> {
  const answer: Handler = async (request, info) => {
    try {
      return await handler(request, info)
    } catch (error) {
      if (onError) return onError(error)
      throw error
    }
  }
  await Deno.serve(answer).finished
}
