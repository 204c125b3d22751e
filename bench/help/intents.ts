/** Articles that answer an intent of the utterances; any of them counts as right. */
type Answers = Readonly<Record<string, readonly [string, ...string[]]>>

/** Intents that the product supports. */
export const OFFERED: Answers = {
  complaint: ['complain'],
  contact_customer_service: ['contact-us'],
  contact_human_agent: ['contact-us'],
  create_account: ['create-account'],
  delete_account: ['delete-account'],
  delivery_options: ['shipping'],
  edit_account: ['change-email-or-phone'],
  place_order: ['how-to-buy'],
  recover_password: ['cannot-sign-in'],
  registration_problems: ['sign-up-trouble'],
  review: ['reviews'],
  switch_account: ['another-account'],
}

/** Intents for features that the product lacks. An article explains what to do instead. */
export const EXPLAINED: Answers = {
  // There are no orders: buyer and seller agree in the chat.
  cancel_order: ['change-of-mind'],
  change_order: ['change-of-mind'],
  track_order: ['where-is-my-parcel'],
  // The product ships nothing and stores no addresses.
  delivery_period: ['where-is-my-parcel'],
  change_shipping_address: ['delivery-address'],
  set_up_shipping_address: ['delivery-address'],
  // The product takes no payments, so it issues no refunds or invoices.
  check_payment_methods: ['how-to-pay'],
  payment_issue: ['payment-problem'],
  check_refund_policy: ['refunds'],
  get_refund: ['refunds'],
  track_refund: ['refunds'],
  check_invoice: ['invoice'],
  get_invoice: ['invoice'],
  // There is no subscription, and everything is free.
  check_cancellation_fee: ['fees'],
  newsletter_subscription: ['mails'],
}
