/** How a message reaches a phone. */
export type SmsChannel = 'sms' | 'whatsapp'

export interface Sms {
  /** E.164 with the plus sign. */
  readonly to: string
  readonly text: string
  readonly channel: SmsChannel
  /** The code in the text, for carriers with their own templates. */
  readonly code: string
}

export interface SmsSender {
  readonly channels: readonly SmsChannel[]
  /** @returns the gateway's id of the message. @throws when it refuses or cannot be reached. */
  send(sms: Sms): Promise<string>
}
