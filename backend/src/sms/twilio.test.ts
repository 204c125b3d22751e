import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSms } from '../config/sms.ts'
import { toTwilio } from './twilio.ts'

const asked: { path: string; authorization: string; form: Record<string, string> }[] = []
let answer = { status: 201, body: { sid: 'SM123' } as object }
let server: Server

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', form })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  asked.length = 0
  answer = { status: 201, body: { sid: 'SM123' } }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function carrier(from: string, more: Readonly<Record<string, string>> = {}) {
  const config = readSms({
    SMS_TWILIO_ACCOUNT_SID: 'AC1',
    SMS_TWILIO_AUTH_TOKEN: 'between-us',
    SMS_TWILIO_FROM: from,
    SMS_TWILIO_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ...more,
  })
  if (config?.kind !== 'twilio') throw new Error('not read as Twilio')
  return toTwilio(config)
}

const code = { to: '+351912000111', text: 'Your code is 123456', channel: 'sms', code: '123456' } as const

test('sends a message from a number with the account’s credentials, and returns the carrier’s id', async () => {
  expect(await carrier('+15550001111').send(code)).toBe('SM123')
  expect(asked).toEqual([
    {
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:between-us').toString('base64')}`,
      form: { To: '+351912000111', Body: 'Your code is 123456', From: '+15550001111' },
    },
  ])
})

test('a messaging service SID is sent as MessagingServiceSid', async () => {
  const service = `MG${'a'.repeat(32)}`
  await carrier(service).send({ ...code, text: 'Hello' })
  expect(asked[0]?.form).toEqual({ To: '+351912000111', Body: 'Hello', MessagingServiceSid: service })
})

test('an error contains the carrier’s code and not the number', async () => {
  answer = { status: 400, body: { code: 21_211, message: 'The number +351912000111 is not valid' } }
  await expect(carrier('App').send({ ...code, text: 'Hello' })).rejects.toThrow(
    'The gateway for text messages answered 400, code 21211.',
  )
})

test('WhatsApp needs a number or a service as sender, not a name, and takes our text or an approved template', async () => {
  const service = `MG${'b'.repeat(32)}`
  const template = `HX${'c'.repeat(32)}`
  const whatsApp = { ...code, channel: 'whatsapp' } as const
  expect(carrier('App').channels).toEqual(['sms'])
  await expect(carrier('App').send(whatsApp)).rejects.toThrow('WhatsApp')
  expect(asked).toEqual([])
  expect(carrier('+15550001111').channels).toEqual(['sms', 'whatsapp'])
  await carrier('+15550001111').send(whatsApp)
  await carrier('App', { SMS_TWILIO_WHATSAPP_FROM: service, SMS_TWILIO_CONTENT_SID: template }).send(whatsApp)
  expect(asked.map(({ form }) => form)).toEqual([
    { To: 'whatsapp:+351912000111', Body: 'Your code is 123456', From: 'whatsapp:+15550001111' },
    {
      To: 'whatsapp:+351912000111',
      ContentSid: template,
      ContentVariables: '{"1":"123456"}',
      MessagingServiceSid: service,
    },
  ])
})
