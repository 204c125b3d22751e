import type { AppConfig } from '../../lib/config.ts'

const ID = 'analytics-script'

/** Adds the operator's script to the page, once. */
export function startCounting({ scriptUrl, attributes }: NonNullable<AppConfig['analytics']>): void {
  if (isCounting()) return
  const script = document.createElement('script')
  script.id = ID
  script.src = scriptUrl
  script.defer = true
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  document.head.append(script)
}

/** Whether the script is in this page. Once running, only a reload can stop it. */
export function isCounting(): boolean {
  return document.getElementById(ID) !== null
}
