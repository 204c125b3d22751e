/** Replaces `std/http/server.ts` when deno.land is unreachable, with Deno's own `serve`. */
type Handler = (request: Request, info: unknown) => Response | Promise<Response>

interface Options {
  readonly onError?: (error: unknown) => Response | Promise<Response>
}

// This file only runs in Deno.
declare const Deno: { serve(handler: Handler): { finished: Promise<void> } }

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
