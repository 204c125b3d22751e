import type { Page } from 'playwright-core'

/** What a test does with the requests of a page in place of the server. */
export interface Interception {
  /** Requests for data that wait for an answer. */
  waiting(): number
  /** Ends the waiting requests. */
  abortWaiting(): Promise<void>
  /** Answers requests for data with an error from now on. */
  failData(): void
  end(): Promise<void>
}

const encoded = (text: string) => Buffer.from(text).toString('base64')

/**
 * Answers every navigation with this document and keeps requests for data waiting. Playwright's routes would turn off the cache for all other
 * requests, and every page load would fetch and compile all scripts again.
 */
export async function interceptRequests(page: Page, document: string): Promise<Interception> {
  const browser = await page.context().newCDPSession(page)
  const waiting: string[] = []
  let fails = false
  const answer = (requestId: string, responseCode: number, type: string, body: string) =>
    browser.send('Fetch.fulfillRequest', {
      requestId,
      responseCode,
      responseHeaders: [{ name: 'content-type', value: type }],
      body: encoded(body),
    })
  // A request of a page that was left is gone.
  const isGone = () => undefined
  browser.on('Fetch.requestPaused', ({ requestId, resourceType }) => {
    if (resourceType === 'Document') answer(requestId, 200, 'text/html; charset=utf-8', document).catch(isGone)
    else if (fails) answer(requestId, 500, 'application/json', '{"message":"Out of order."}').catch(isGone)
    else waiting.push(requestId)
  })
  await browser.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }, { urlPattern: '*/rest/v1/*' }] })
  return {
    waiting: () => waiting.length,
    async abortWaiting() {
      const ended = waiting.splice(0)
      await Promise.all(
        ended.map((requestId) =>
          browser.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(isGone),
        ),
      )
    },
    failData() {
      fails = true
    },
    end: () => browser.detach(),
  }
}
