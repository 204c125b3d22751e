import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'

const Thing = z.record(z.string(), z.unknown())
const Recorded = z.object({
  created: Thing,
  bought: Thing.and(z.object({ rates: z.array(Thing.and(z.object({ id: z.string() }))) })),
  refunded: Thing,
  tracker: Thing,
})

/** EasyPost's own answers, recorded by its Go client's tests (testing/recordings/README.md). */
const RECORDED = Recorded.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'recordings/shipment.json'), 'utf8')))

export interface EasyPostStandIn {
  readonly url: string
  /** What was asked: method, path and body. */
  readonly calls: readonly { readonly what: string; readonly body: Record<string, unknown> }[]
  /** Does what is asked and loses the answer, so many times. */
  lostAnswers: number
  /** An event of the tracker of a parcel, and its signature. */
  event(shipment: string, status: string, secret: string): { body: string; signature: string }
  end(): Promise<void>
}

/**
 * Answers as EasyPost did when its client's tests were recorded. It keeps which parcels were made, bought and given back; prices, labels and
 * numbers are the recorded ones, of the United States and in dollars.
 */
export async function startEasyPost(): Promise<EasyPostStandIn> {
  const shipments = new Map<string, Record<string, unknown>>()
  const calls: { what: string; body: Record<string, unknown> }[] = []

  function action(what: string, body: Record<string, unknown>): { status: number; body: unknown } {
    const [, id = '', verb = ''] = /^\w+ \/v2\/shipments\/(\w+)(\/\w+)?$/.exec(what) ?? []
    const known = shipments.get(id)
    if (what === 'POST /v2/shipments') {
      const asked = Thing.parse(body.shipment)
      const to = Thing.safeParse(asked.to_address)
      if (!asked.from_address || !to.success || (!to.data.id && !to.data.zip) || !asked.parcel) {
        return refusal('PARAMETER.REQUIRED')
      }
      const made = { ...RECORDED.created, id: `shp_${randomUUID().replaceAll('-', '')}`, reference: asked.reference }
      shipments.set(made.id, made)
      return { status: 201, body: made }
    }
    if (!known) return { status: 404, body: { error: { code: 'NOT_FOUND', message: 'Not found.', errors: [] } } }
    switch (verb) {
      case '':
        return { status: 200, body: known }
      case '/buy': {
        const rate = z.object({ id: z.string() }).parse(body.rate)
        const selected = RECORDED.bought.rates.find((one) => one.id === rate.id) ?? offered(known, rate.id)
        if (!selected || known.postage_label) return refusal('SHIPMENT.POSTAGE.FAILURE')
        const { postage_label, tracker, tracking_code } = RECORDED.bought
        shipments.set(id, { ...known, postage_label, tracker, tracking_code, selected_rate: selected })
        return { status: 200, body: shipments.get(id) }
      }
      case '/refund':
        shipments.set(id, { ...known, refund_status: RECORDED.refunded.refund_status })
        return { status: 200, body: shipments.get(id) }
      default:
        // A code in place of paper: not for the recorded carrier.
        return refusal('FORM.UNSUPPORTED')
    }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const body = text === '' ? {} : Thing.parse(JSON.parse(text))
      const what = `${request.method} ${request.url}`
      calls.push({ what, body })
      const answer = action(what, body)
      if (standIn.lostAnswers > 0 && what.endsWith('/buy')) {
        standIn.lostAnswers -= 1
        return void response.destroy()
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    })
  })
  const standIn = {
    url: '',
    calls,
    lostAnswers: 0,
    event(shipment: string, status: string, secret: string) {
      const result = { ...RECORDED.tracker, shipment_id: shipment, status }
      const body = JSON.stringify({
        object: 'Event',
        id: `evt_${randomUUID()}`,
        description: 'tracker.updated',
        result,
      })
      return { body, signature: `hmac-sha256-hex=${createHmac('sha256', secret).update(body).digest('hex')}` }
    },
    end: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  return Object.assign(standIn, { url: `http://127.0.0.1:${port}` })
}

const refusal = (code: string) => ({ status: 422, body: { error: { code, message: code, errors: [] } } })

function offered(shipment: Record<string, unknown>, id: string): Record<string, unknown> | undefined {
  return z
    .array(Thing)
    .parse(shipment.rates)
    .find((rate) => rate.id === id)
}
