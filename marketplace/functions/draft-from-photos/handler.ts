import { z } from 'zod'
import type { FunctionContext, FunctionHandler } from '../../../backend/src/functions/function.ts'
import { PHOTO_DRAFT } from '../../contract/photo-draft.ts'
import { ModelServerFailed, modelServerOf } from '../_shared/model-server.ts'
import { sayTypingWorks, takeTurn } from '../_shared/turns.ts'
import { askModel } from './ask-model.ts'
import type { Leaf } from './read-answer.ts'

const Payload = z.object({ paths: z.array(z.string().max(300)).min(1).max(PHOTO_DRAFT.maxPhotos) })
const EDGE_PX = 768

/** What one's own uploaded photos seem to show: category, title, condition and details, each with how sure that is. */
export const handle: FunctionHandler = async (request, context) => {
  const server = modelServerOf(context.env)
  if (!server) return refuse(501, 'Suggestions from photos are not set up here.')
  if (request.method !== 'POST') return refuse(405, 'Ask with POST.')
  const { userId } = context.caller
  if (userId === null) return refuse(403, 'Sign in to get suggestions from your photos.')
  const payload = Payload.safeParse(await request.json().catch(() => null))
  if (!payload.success) return refuse(400, `Name 1 to ${PHOTO_DRAFT.maxPhotos} photos.`)
  // Only what this person has uploaded: a picture goes to another company's server.
  if (payload.data.paths.some((path) => !path.startsWith(`${userId}/`)))
    return refuse(403, 'These are not your photos.')
  const limit = { guest: 0, signedIn: PHOTO_DRAFT.perHour }
  const refusal = await takeTurn(context, 'photos', limit, sayTypingWorks)
  if (refusal) return refusal

  const [pictures, leaves] = await Promise.all([readPictures(context, payload.data.paths), readLeaves(context)])
  if (pictures.length === 0) return refuse(404, 'The photos have not arrived yet. Try again in a moment.')
  try {
    return Response.json(await askModel(server, pictures, leaves, request.signal))
  } catch (error) {
    if (!(error instanceof ModelServerFailed || error instanceof z.ZodError || error instanceof SyntaxError))
      throw error
    context.log.warn('the photos were not understood', { because: error.message })
    return refuse(502, 'The photos could not be looked at. Fill in the form yourself, or try again.')
  }
}

/** Small copies as data addresses: the server that looks at them needs no way to ours. */
async function readPictures({ supabase }: FunctionContext, paths: readonly string[]): Promise<string[]> {
  const copies = await Promise.all(
    paths.map(async (path) => {
      const { data } = await supabase.storage
        .from('listing-photos')
        .download(path, { transform: { width: EDGE_PX, height: EDGE_PX, resize: 'contain' } })
      return data
        ? `data:${data.type || 'image/jpeg'};base64,${Buffer.from(await data.arrayBuffer()).toString('base64')}`
        : null
    }),
  )
  return copies.filter((copy) => copy !== null)
}

async function readLeaves({ supabase }: FunctionContext): Promise<Leaf[]> {
  const { data, error } = await supabase
    .from('categories')
    .select('slug, name, attributes')
    .eq('leaf', true)
    .eq('active', true)
    .order('ord_from')
  if (error) throw new Error(error.message)
  return data as Leaf[] // name and attributes are jsonb, checked by the acts that write them
}

function refuse(status: number, message: string): Response {
  return Response.json({ message }, { status })
}
