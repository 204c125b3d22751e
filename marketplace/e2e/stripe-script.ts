import type { Page } from 'playwright-core'
import type { StripeStandIn } from '../payments/testing/stripe-stand-in.ts'

/**
 * Answers for https://js.stripe.com, whose script tests may not load: the part of Stripe.js that Souk calls, with one field for a card number.
 * What it does with the card happens at the stand-in for Stripe's API. It says nothing about Stripe's own form.
 */
export async function answerForStripe(page: Page, stripe: StripeStandIn): Promise<void> {
  await page.exposeFunction('payAtStripe', async (intent: string, card: string) => {
    stripe.pay(intent, { declined: card === CARDS.declined })
  })
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  )
}

/** Stripe's own test cards. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  /** The bank challenges on a separate page and returns. */
  asked: '4000002760003184',
  refusedByBank: '4000008400001629',
}

/** Runs in the page, where there are no types. */
const SCRIPT = `
const cards = ${JSON.stringify(CARDS)}
window.Stripe = (key) => ({
  _registerWrapper: () => undefined,
  elements({ clientSecret, appearance }) {
    const field = document.createElement('input')
    field.setAttribute('aria-label', 'Card number')
    field.dataset.key = key
    field.dataset.colours = Object.values(appearance.variables).join(' ')
    const listeners = {}
    const element = {
      on: (event, action) => { listeners[event] = action },
      mount: (place) => { place.append(field); setTimeout(() => listeners.ready(), 50) },
      destroy: () => field.remove(),
    }
    return { create: () => element, getElement: () => element, clientSecret, field }
  },
  async confirmPayment({ elements, confirmParams }) {
    const card = elements.field.value
    const intent = elements.clientSecret.split('_secret_')[0]
    const atBank = (status) => {
      window.location.href = confirmParams.return_url + '?payment_intent=' + intent + '&redirect_status=' + status
      return new Promise(() => undefined)
    }
    if (card.length < 16) return { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }
    if (card === cards.refusedByBank) return atBank('failed')
    await window.payAtStripe(intent, card)
    if (card === cards.declined) return { error: { type: 'card_error', message: 'Your card was declined.' } }
    return card === cards.asked ? atBank('succeeded') : { paymentIntent: { id: intent, status: 'succeeded' } }
  },
})`
