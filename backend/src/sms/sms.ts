export interface Sms {
  /** E.164 with its plus. */
  readonly to: string
  readonly text: string
}

export interface SmsSender {
  /** @returns the gateway's name for the message. @throws when it refuses or cannot be reached. */
  send(sms: Sms): Promise<string>
}
