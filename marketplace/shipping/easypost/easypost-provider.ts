import { z } from 'zod'
import type { Address } from '../../contract/orders/address.ts'
import { PARCEL_LIMITS, type ParcelSize } from '../../contract/orders/parcel-sizes.ts'
import { NotShippable, type ParcelOffer, type ShippingLabel, type ShippingProvider } from '../provider.ts'
import type { EasyPostClient } from './client.ts'

const CM_PER_INCH = 2.54
const OUNCES_PER_KG = 35.274

const Rate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: z.string(),
  currency: z.string(),
  delivery_days: z.number().nullish(),
})

const Named = z.object({ id: z.string() })

/** What is read of a shipment. */
const Shipment = z.object({
  id: z.string(),
  rates: z.array(Rate),
  selected_rate: Rate.nullish(),
  tracking_code: z.string().nullish(),
  tracker: z.object({ public_url: z.string().nullish() }).nullish(),
  postage_label: z.object({ label_url: z.string(), label_pdf_url: z.string().nullish() }).nullish(),
  forms: z.array(z.object({ form_type: z.string(), form_url: z.string() })).default([]),
  refund_status: z.string().nullish(),
  reference: z.string().nullish(),
  from_address: Named,
  to_address: Named,
  parcel: Named,
})
type Shipment = z.infer<typeof Shipment>

/** Labels by EasyPost. A parcel carries its order as reference. */
export function easyPostProvider(client: EasyPostClient): ShippingProvider {
  const create = async (parcel: object): Promise<ParcelOffer> => offerOf(await told(client.Shipment.create(parcel)))
  const provider: ShippingProvider = {
    offer: ({ orderId, from, to, size }) =>
      create({
        reference: orderId,
        from_address: addressOf(from),
        to_address: addressOf(to),
        parcel: parcelOf(size),
        options: { label_format: 'PDF' },
      }),
    async offerReturn(shipment) {
      const sent = await told(client.Shipment.retrieve(shipment))
      return create({
        reference: sent.reference,
        // EasyPost turns them around.
        is_return: true,
        from_address: { id: sent.from_address.id },
        to_address: { id: sent.to_address.id },
        parcel: { id: sent.parcel.id },
        options: { label_format: 'PDF' },
      })
    },
    rates: async (shipment) => offerOf(await told(client.Shipment.retrieve(shipment))).rates,
    async buy(shipment, rateId) {
      // A label that is bought can't be bought again, and one of a call whose answer was lost is found.
      const known = await provider.find(shipment)
      if (known) return known
      await told(client.Shipment.buy(shipment, rateId)).catch(async (error: unknown) => {
        // Refused because another call bought it meanwhile.
        if (!(error instanceof NotShippable && (await provider.find(shipment)))) throw error
      })
      // Few carriers take a code in place of paper.
      await client.Shipment.generateForm(shipment, 'label_qr_code').catch(() => undefined)
      const label = await provider.find(shipment)
      if (!label) throw new Error(`EasyPost sold no label for ${shipment}`)
      return label
    },
    find: async (shipment) => labelOf(await told(client.Shipment.retrieve(shipment))),
    async giveBack(shipment) {
      const { refund_status: status } = await told(client.Shipment.retrieve(shipment))
      if (!status) await told(client.Shipment.refund(shipment))
    },
  }
  return provider
}

/** The answer, read; a refusal as NotShippable. */
async function told(answer: Promise<unknown>): Promise<Shipment> {
  try {
    return Shipment.parse(await answer)
  } catch (error) {
    const { statusCode, message = '' } = error as { statusCode?: number; message?: string } // the client's errors
    if (statusCode === 400 || statusCode === 422) throw new NotShippable(message)
    throw error
  }
}

function offerOf({ id, rates }: Shipment): ParcelOffer {
  const offered = rates.map((rate) => ({
    id: rate.id,
    carrier: rate.carrier,
    service: rate.service,
    ...priceOf(rate),
    days: rate.delivery_days ?? null,
  }))
  return { shipment: id, rates: offered.sort((one, other) => one.priceMinor - other.priceMinor) }
}

function labelOf(shipment: Shipment): ShippingLabel | null {
  const { id, postage_label: label, selected_rate: rate, tracking_code: tracking, tracker, forms } = shipment
  if (!label || !rate || !tracking) return null
  return {
    shipment: id,
    carrier: rate.carrier,
    service: rate.service,
    tracking,
    trackingUrl: tracker?.public_url ?? null,
    ...priceOf(rate),
    labelUrl: label.label_pdf_url ?? label.label_url,
    qrUrl: forms.find(({ form_type: type }) => type === 'label_qr_code')?.form_url ?? null,
  }
}

/** "5.93" USD: 593. */
function priceOf({ rate, currency }: z.infer<typeof Rate>) {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  return { priceMinor: Math.round(Number(rate) * 10 ** digits), currency }
}

function addressOf({ name, street, extra, postcode, town, country, phone }: Address): object {
  return {
    name,
    street1: street,
    ...(extra && { street2: extra }),
    city: town,
    zip: postcode,
    country,
    ...(phone && { phone }),
  }
}

function parcelOf(size: ParcelSize): object {
  const { cm, kg } = PARCEL_LIMITS[size]
  const [length, width, height] = cm.map((side) => Number((side / CM_PER_INCH).toFixed(1)))
  return { length, width, height, weight: Number((kg * OUNCES_PER_KG).toFixed(1)) }
}
