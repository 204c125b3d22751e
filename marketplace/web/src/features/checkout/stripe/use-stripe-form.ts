import type { Stripe, StripeElementLocale, StripeElements } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import type { BegunPayment } from '../api.ts'
import { stripeLook } from './stripe-look.ts'

export interface StripeForm {
  /** The element that the form is mounted in. */
  place: RefObject<HTMLDivElement | null>
  phase: 'loading' | 'ready' | 'failed' | 'paying'
  /** Stripe's localized message; field errors are shown by the form itself. */
  problem: string | null
  /** Submits the form to Stripe; calls `onPaid` once Stripe has accepted it. */
  pay: () => Promise<void>
  reload: () => void
}

/**
 * Stripe's Payment Element: cards with 3-D Secure, Apple Pay, Google Pay and other methods enabled by the operator. Card data stays with Stripe.
 * @param payment  undefined until it is created
 * @param isRefused  the buyer's bank has just refused the payment on its own page
 */
export function useStripeForm(payment: BegunPayment | undefined, onPaid: () => void, isRefused: boolean): StripeForm {
  const place = useRef<HTMLDivElement>(null)
  const form = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null)
  const [phase, setPhase] = useState<StripeForm['phase']>('loading')
  const [problem, setProblem] = useState<string | null>(isRefused ? t('buying.didNotWork') : null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt loads the form again
  useEffect(() => {
    if (!payment) return
    let isGone = false
    setPhase('loading')
    openForm(payment).then(
      ({ stripe, elements }) => {
        if (isGone || !place.current) return
        form.current = { stripe, elements }
        const element = elements.create('payment', { layout: 'tabs' })
        element.on('ready', () => setPhase('ready'))
        element.on('loaderror', () => setPhase('failed'))
        element.mount(place.current)
      },
      () => {
        if (!isGone) setPhase('failed')
      },
    )
    return () => {
      isGone = true
      form.current?.elements.getElement('payment')?.destroy()
      form.current = null
    }
  }, [payment, attempt])

  const pay = async () => {
    if (!form.current || phase !== 'ready') return
    setPhase('paying')
    setProblem(null)
    const { error } = await form.current.stripe.confirmPayment({
      elements: form.current.elements,
      confirmParams: { return_url: `${window.location.origin}${window.location.pathname}` },
      redirect: 'if_required',
    })
    if (!error) return onPaid()
    setPhase('ready')
    if (error.type !== 'validation_error') setProblem(error.message ?? t('buying.didNotWork'))
  }
  return { place, phase, problem, pay, reload: () => setAttempt(attempt + 1) }
}

/** @throws if Stripe's script cannot be loaded */
async function openForm(payment: BegunPayment): Promise<{ stripe: Stripe; elements: StripeElements }> {
  const stripe = await loadStripe(payment.publishable_key ?? '', {
    // Stripe falls back to the browser's language for unknown ones.
    locale: (document.documentElement.lang.split('-')[0] ?? 'auto') as StripeElementLocale,
  })
  if (!stripe) throw new Error('Stripe did not load')
  return {
    stripe,
    elements: stripe.elements({
      clientSecret: payment.client_secret ?? '',
      appearance: stripeLook(),
      loader: 'always',
    }),
  }
}
