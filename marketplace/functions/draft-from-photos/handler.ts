import type { FunctionContext, FunctionHandler } from 'souk-backend/functions'
import { z } from 'zod'
import { PHOTO_DRAFT } from '../../contract/ads/photo-draft.ts'
import { LANGUAGES, varietyOf } from '../../contract/languages.ts'
import { refusalAnswer } from '../../contract/refusals/explain.ts'
import { ModelServerFailed, modelServerOf } from '../_shared/model-server.ts'
import { enforceRateLimit, typeInstead } from '../_shared/rate-limit.ts'
import { askAlt, askModel } from './ask-model.ts'
import type { Leaf } from './read-answer.ts'

const Path = z.string().max(300)
const Payload = z.union([
  z.object({ paths: z.array(Path).length(1), altIn: z.enum(LANGUAGES.map(({ code }) => code)) }),
  z.object({ paths: z.array(Path).min(1).max(PHOTO_DRAFT.maxPhotos), altIn: z.undefined().optional() }),
])
const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language' })
const EDGE_PX = 768

/**
 * Suggests category, title, condition and details from the caller's uploaded photos, each with a confidence. With `altIn`, describes one
 * photo in that language.
 */
export const handle: FunctionHandler = async (request, context) => {
  const server = modelServerOf(context.env)
  if (!server) return refusalAnswer({ code: 'SK908' })
  if (request.method !== 'POST') return refusalAnswer({ code: 'SK901' })
  const { userId } = context.caller
  if (userId === null) return refusalAnswer({ code: 'SK909' })
  const payload = Payload.safeParse(await request.json().catch(() => null))
  if (!payload.success) return refusalAnswer({ code: 'SK910', details: { most: PHOTO_DRAFT.maxPhotos } })
  // Only the caller's own uploads: pictures are sent to another company's server.
  if (payload.data.paths.some((path) => !path.startsWith(`${userId}/`))) return refusalAnswer({ code: 'SK911' })
  const { paths, altIn } = payload.data
  const limit = { guest: 0, signedIn: altIn ? PHOTO_DRAFT.altsPerHour : PHOTO_DRAFT.perHour }
  const refusal = await enforceRateLimit(context, altIn ? 'alt' : 'photos', limit, typeInstead)
  if (refusal) return refusal

  const [pictures, leaves] = await Promise.all([readPictures(context, paths), altIn ? [] : readLeaves(context)])
  if (pictures.length === 0) return refusalAnswer({ code: 'SK912' })
  try {
    const answer = altIn
      ? askAlt(server, pictures, LANGUAGE_NAMES.of(varietyOf(altIn)) ?? altIn, request.signal)
      : askModel(server, pictures, leaves, request.signal)
    return Response.json(await answer)
  } catch (error) {
    if (!(error instanceof ModelServerFailed || error instanceof z.ZodError || error instanceof SyntaxError))
      throw error
    context.log.warn('photo recognition failed', { because: error.message })
    return refusalAnswer({ code: 'SK913' })
  }
}

/** Downscaled copies as data URLs, so that the model server needs no access to ours. */
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
  return data as Leaf[] // name and attributes are jsonb, validated when categories are written
}
