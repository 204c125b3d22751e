import { t } from '../../../i18n/t.ts'
import { dataOf, sentenceOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { asPicture } from './logo-picture.ts'

/** What an administrator set; null is as the environment says. */
export interface Branding {
  readonly brand_name: string | null
  readonly operator_name: string | null
  readonly contact_email: string | null
  /** Degrees on the colour wheel. */
  readonly brand_hue: number | null
  /** Object in the bucket `branding`. */
  readonly logo_path: string | null
  /** ISO 4217. */
  readonly currency: string | null
  /** Codes, the default one first. */
  readonly languages: readonly string[] | null
}

export async function readBranding(): Promise<Branding> {
  const answer = await supabase
    .from('branding')
    .select('brand_name,operator_name,contact_email,brand_hue,logo_path,currency,languages')
    .single()
  return dataOf(answer) as Branding
}

/** An act of an administrator; the server checks the role, and leaves a line in the audit log. */
export async function saveBranding(branding: Branding): Promise<void> {
  // What is left out is null there.
  const given = Object.fromEntries(Object.entries(branding).filter(([, value]) => value !== null))
  dataOf<unknown>(await supabase.rpc('set_branding', given))
}

/** Stores a logo under a name of its own, so that no old copy is shown for it. @returns its path in the bucket */
export async function uploadLogo(file: File): Promise<string> {
  const picture = await asPicture(file).catch((cause) => {
    throw new Error(t('admin.branding.drawingUnusable'), { cause })
  })
  const path = `${crypto.randomUUID()}.${picture.type.split('/')[1] ?? 'png'}`
  const { error } = await supabase.storage.from('branding').upload(path, picture, { contentType: picture.type })
  if (error) throw new Error(sentenceOf(error), { cause: error })
  return path
}
