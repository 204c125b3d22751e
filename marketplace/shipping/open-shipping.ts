import type { ShippingProvider } from './provider.ts'

/** The provider as a function's or job's environment names it; null where sellers take care of labels themselves. */
export async function openShipping(
  env: Readonly<Record<string, string | undefined>>,
): Promise<ShippingProvider | null> {
  if (!env.EASYPOST_API_KEY) return null
  const [{ createEasyPost }, { easyPostProvider }] = await Promise.all([
    import('./easypost/client.ts'),
    import('./easypost/easypost-provider.ts'),
  ])
  return easyPostProvider(await createEasyPost({ apiKey: env.EASYPOST_API_KEY, apiUrl: env.EASYPOST_API_URL ?? null }))
}
