/** How a message reaches a phone. */
export type SmsChannel = 'sms' | 'whatsapp'

export interface Sms {
  /** E.164 with its plus. */
  readonly to: string
  readonly text: string
  readonly channel: SmsChannel
  /** The code in the text, for carriers that put it into words of their own. */
  readonly code: string
}

export interface SmsSender {
  readonly channels: readonly SmsChannel[]
  /** @returns the gateway's name for the message. @throws when it refuses or cannot be reached. */
  send(sms: Sms): Promise<string>
}
