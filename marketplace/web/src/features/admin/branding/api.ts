import type { Tables } from '../../../../../contract/database.types.ts'
import { t } from '../../../i18n/t.ts'
import { dataOf, sentenceOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'

/** Overrides of the environment's settings; null for no override. */
export type Branding = Readonly<Omit<Tables<'branding'>, 'singleton' | 'changed_at'>>

export async function readBranding(): Promise<Branding> {
  const answer = await supabase
    .from('branding')
    .select('brand_name,operator_name,contact_email,brand_hue,logo_path,currency,languages')
    .single()
  return dataOf(answer) as Branding
}

export async function saveBranding(branding: Branding): Promise<void> {
  // Omitted parameters are null.
  const given = Object.fromEntries(Object.entries(branding).filter(([, value]) => value !== null))
  dataOf<unknown>(await supabase.rpc('set_branding', given))
}

/** Uploads under a unique name, since logos are cached. @returns its path in the bucket */
export async function uploadLogo(file: File): Promise<string> {
  const picture = await asPicture(file).catch((cause) => {
    throw new Error(t('admin.branding.drawingUnusable'), { cause })
  })
  const path = `${crypto.randomUUID()}.${picture.type.split('/')[1] ?? 'png'}`
  const { error } = await supabase.storage.from('branding').upload(path, picture, { contentType: picture.type })
  if (error) throw new Error(sentenceOf(error), { cause: error })
  return path
}

const HEIGHT = 512
/** Limit of the bucket. */
const WIDEST = 2048

/** Rasterises SVG to PNG, since SVG may contain scripts. Returns other pictures unchanged. */
async function asPicture(file: File): Promise<Blob> {
  if (file.type !== 'image/svg+xml') return file
  const address = URL.createObjectURL(file)
  try {
    const drawing = new Image()
    drawing.src = address
    await drawing.decode()
    const canvas = document.createElement('canvas')
    const shape = drawing.naturalWidth > 0 ? drawing.naturalWidth / drawing.naturalHeight : 1
    canvas.width = Math.min(WIDEST, Math.round(HEIGHT * shape))
    canvas.height = Math.round(canvas.width / shape)
    canvas.getContext('2d')?.drawImage(drawing, 0, 0, canvas.width, canvas.height)
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (!picture) throw new Error('The browser gave no picture of the drawing.')
    return picture
  } finally {
    URL.revokeObjectURL(address)
  }
}
