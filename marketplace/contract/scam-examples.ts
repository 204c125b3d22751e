import type { ScamPatternId } from './scam-patterns.ts'

/** What such messages look like, in our own words. A test holds them against the rules. */
export const SCAM_EXAMPLES: Readonly<Partial<Record<ScamPatternId, string>>> = {
  courier_scam:
    'I paid already. The courier brings you the money, only enter your card number on his page to receive the payment.',
  off_platform: 'Nice lamp! I am hardly ever here, please add me on WhatsApp and we go on there.',
  overpayment: 'I send you a cheque for 400 euros more than the price. Give the rest to my mover and keep 50 for you.',
  code_theft: 'To see that you are real I had a code sent to your phone. Tell me the six digits please.',
  advance_fee: 'Many want it. Send a deposit of 80 euros now and I hold it for you, I am abroad this week.',
  phishing_link: 'Confirm your sale within the hour: https://souk-orders.example.shop/confirm',
}
