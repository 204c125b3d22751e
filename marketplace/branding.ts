import type { LiveSettings } from 'souk-backend'
import type { MarketConfig } from './config/config.ts'
import type { Tables } from './contract/database.types.ts'
import { offerLanguages } from './contract/languages.ts'
import { setMarketCurrency } from './contract/money/money.ts'
import type { Brand } from './documents/brand.ts'

type Branding = Omit<Tables<'branding'>, 'singleton' | 'changed_at'>

/** The settings of /admin/branding. Omitted values fall back to the environment. */
export function brandingOver({
  currency,
  languages,
  payments,
}: Pick<MarketConfig, 'currency' | 'languages' | 'payments'>): LiveSettings {
  return {
    channel: 'branding',
    async begin(sql) {
      await sql`
        insert into private.market_defaults as known (currency) values (${currency})
        on conflict (singleton) do update set currency = excluded.currency where known.currency <> excluded.currency`
      await sql`select private.set_order_settings(${sql.json(payments.settings)})`
    },
    async read(sql) {
      const [row] = await sql<Branding[]>`
        select brand_name, operator_name, contact_email, brand_hue, logo_path, currency, languages from public.branding`
      offerLanguages(row?.languages ?? languages)
      setMarketCurrency(row?.currency ?? currency)
      const page = {
        brandName: row?.brand_name,
        operatorName: row?.operator_name,
        contactEmail: row?.contact_email,
        brandHue: row?.brand_hue,
        logoPath: row?.logo_path,
        currency: row?.currency,
        languages: row?.languages,
      }
      return {
        brandName: row?.brand_name ?? null,
        page: Object.fromEntries(Object.entries(page).filter(([, value]) => value !== null && value !== undefined)),
      }
    },
  }
}

/** The settings and the brand as last read. Before the first read, the brand is the configured name alone. */
export function followBrand(settings: LiveSettings, configuredName: string): { settings: LiveSettings; brand: Brand } {
  let name = configuredName
  let page: Readonly<Record<string, unknown>> = {}
  return {
    settings: {
      ...settings,
      async read(sql) {
        const values = await settings.read(sql)
        name = values.brandName ?? configuredName
        page = values.page
        return values
      },
    },
    brand: {
      get name() {
        return name
      },
      get hue() {
        return typeof page.brandHue === 'number' ? page.brandHue : null
      },
      get logoPath() {
        return typeof page.logoPath === 'string' ? page.logoPath : null
      },
    },
  }
}
