import type { LiveSettings } from '../backend/src/live-settings.ts'

interface Branding {
  readonly brand_name: string | null
  readonly operator_name: string | null
  readonly contact_email: string | null
  readonly brand_hue: number | null
  readonly logo_path: string | null
}

/** What administrators set at /admin/branding. What they left out is as the environment says. */
export const branding: LiveSettings = {
  channel: 'branding',
  async read(sql) {
    const [row] = await sql<Branding[]>`
      select brand_name, operator_name, contact_email, brand_hue, logo_path from public.branding`
    const page = {
      brandName: row?.brand_name,
      operatorName: row?.operator_name,
      contactEmail: row?.contact_email,
      brandHue: row?.brand_hue,
      logoPath: row?.logo_path,
    }
    return {
      brandName: row?.brand_name ?? null,
      page: Object.fromEntries(Object.entries(page).filter(([, value]) => value !== null && value !== undefined)),
    }
  },
}
