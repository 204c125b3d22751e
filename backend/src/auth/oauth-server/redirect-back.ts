/** Adds parameters to the query of a URL. A registered redirect URI may already have a query, and any scheme. */
export function redirectBack(to: string, told: Readonly<Record<string, string>>): string {
  const url = new URL(to)
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value)
  return url.href
}
