/** Articles that answer an intent of the utterances; any of them is right. */
type Answers = Readonly<Record<string, readonly [string, ...string[]]>>

/** What one can do here. */
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

/** What this product does not have. An article says so, and what to do instead. */
export const EXPLAINED: Answers = {
  // There are no orders: two people agree in the chat.
  cancel_order: ['change-of-mind'],
  change_order: ['change-of-mind'],
  track_order: ['where-is-my-parcel'],
  // Nothing is sent by the product, and it keeps no addresses.
  delivery_period: ['where-is-my-parcel'],
  change_shipping_address: ['delivery-address'],
  set_up_shipping_address: ['delivery-address'],
  // It takes no payments, so it pays nothing back and writes no invoices.
  check_payment_methods: ['how-to-pay'],
  payment_issue: ['payment-problem'],
  check_refund_policy: ['refunds'],
  get_refund: ['refunds'],
  track_refund: ['refunds'],
  check_invoice: ['invoice'],
  get_invoice: ['invoice'],
  // There is no contract, and nothing costs anything.
  check_cancellation_fee: ['fees'],
  newsletter_subscription: ['mails'],
}
