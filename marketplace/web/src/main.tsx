import { varietyOf } from '../../contract/languages.ts'
import { moneyFormat } from '../../contract/money/money.ts'
import { openLanguage } from './i18n/language.ts'
import { currentLanguage } from './i18n/messages.ts'
import { config } from './lib/config.ts'
import { nextTask } from './lib/next-task.ts'

// No top-level await: chunks that share code with this one would wait for it, and vice versa.
void openLanguage().then(loadCurrencies).then(wholeDocument).then(loadApp)

/** The browser's first currency format takes 10 ms, on a phone 40: run it in a separate task while the app is loading. */
function loadCurrencies(): void {
  moneyFormat(varietyOf(currentLanguage()), config.currency, true)
}

/**
 * With cached scripts this module runs while the document is still arriving: there may be no #root yet, or half of the markup that hydration
 * compares with.
 */
function wholeDocument(): Promise<void> {
  if (document.readyState !== 'loading') return nextTask()
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }))
}

async function loadApp(): Promise<void> {
  const { start } = await import('./start.tsx')
  await nextTask()
  start()
}
