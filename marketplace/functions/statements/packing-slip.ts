import { encode } from 'uqr'
import { z } from 'zod'
import { varietyOf } from '../../contract/languages.ts'
import { addressLines } from '../../contract/orders/address.ts'
import { paths } from '../../contract/paths.ts'
import { MARGIN, startPaper } from '../_shared/paper.ts'
import { openAddress } from '../_shared/sealed-address.ts'
import { type Issue, StatementRefused } from './issue.ts'

const Order = z.object({
  order_number: z.number(),
  order_items: z.array(z.object({ title: z.string(), quantity: z.number() })),
  seller: z.object({ display_name: z.string() }).nullable(),
})

/** Points. */
const QR_SIZE = 96
const A5_WIDTH = 420

interface SlipPlace {
  /** Key of the address book, the variable `ADDRESS_BOOK_KEY`. */
  readonly key: string
  /** Base URL of order pages, without a trailing slash. */
  readonly site: string
}

/** The packing slip on A5: address, items and a QR code of the order, without prices. For users who may see the address. */
export async function packingSlip(orderId: string, { supabase, reader }: Issue, { key, site }: SlipPlace) {
  const { t, language } = reader
  const sealed = await supabase.rpc('order_address', { order_id: orderId })
  if (sealed.error) throw new StatementRefused(sealed.error)
  const address = await openAddress(String(sealed.data), null, key)
  if (!address) throw new StatementRefused({ code: 'SK391', message: 'no_order_address', details: null })
  const { data, error } = await supabase
    .from('orders')
    .select('order_number, order_items(title, quantity), seller:sellers!orders_seller_id_fkey(display_name)')
    .eq('id', orderId)
    .order('position', { referencedTable: 'order_items' })
    .single()
  if (error) throw new StatementRefused(error)
  const order = Order.parse(data)
  const number = String(order.order_number)

  const paper = startPaper(t('orders.number', { number }), language, 'A5')
  const { print, rule, doc } = paper
  const width = A5_WIDTH - 2 * MARGIN
  let y = print(t('orders.number', { number }), { x: MARGIN, y: MARGIN, weight: 'bold', size: 18 }) + 4
  if (order.seller) y = print(t('orders.slip.from', { name: order.seller.display_name }), { x: MARGIN, y, width })
  y += 16
  const country = new Intl.DisplayNames(varietyOf(language), { type: 'region' }).of(address.country)
  for (const [at, line] of [...addressLines(address), country ?? address.country].entries()) {
    y = print(line, { x: MARGIN, y, width: width - QR_SIZE - 12, size: 13, weight: at === 0 ? 'bold' : 'regular' })
  }
  drawCode(doc, `${site}${paths.order(orderId)}`, A5_WIDTH - MARGIN - QR_SIZE, MARGIN - 8)
  rule(y + 10)
  y += 24
  for (const { title, quantity } of order.order_items) {
    y = print(`${quantity} × ${title}`, { x: MARGIN, y, width }) + 4
  }
  return { name: `packing-slip-${number}.pdf`, pdf: await paper.finish() }
}

function drawCode(doc: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  const { data, size } = encode(text, { border: 0 })
  const module = QR_SIZE / size
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      // A little larger, so that no hairlines show between modules.
      if (isDark) doc.rect(x + column * module, y + row * module, module + 0.1, module + 0.1)
    }
  }
  doc.fill('#000')
}
