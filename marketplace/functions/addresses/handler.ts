import { randomUUID } from 'node:crypto'
import type { FunctionContext, FunctionHandler } from 'souk-backend/functions'
import { addressProblems, tidyAddress } from '../../contract/orders/address.ts'
import { isRefusal, refusalAnswer } from '../../contract/refusals/explain.ts'
import { AddressFields, openAddress, readAddressBook, sealAddress } from '../_shared/sealed-address.ts'

const ONE = /^\/([0-9a-f-]{36})$/
const OF_ORDER = /^\/order\/([0-9a-f-]{36})$/
const UNSTORED = { 'cache-control': 'no-store' }

/**
 * The address book. Addresses are encrypted here, so that the database has only their country in plain text; every call runs as the caller.
 *
 * - `GET addresses` lists the caller's own, newest first: `{ addresses: SavedAddress[] }`
 * - `POST addresses` saves an address, `PUT addresses/<id>` changes it: `{ address: SavedAddress }`
 * - `DELETE addresses/<id>` deletes it: 204
 * - `GET addresses/order/<order id>` returns an order's delivery address, for the seller from payment until the order ends and for the buyer:
 *   `{ address: Address }`, else SK370 or SK391
 */
export const handle: FunctionHandler = async (request, context) => {
  const userId = context.caller.userId
  if (userId === null) return refusalAnswer({ code: 'SK360' })
  const id = ONE.exec(context.path)?.[1]
  const orderId = OF_ORDER.exec(context.path)?.[1]
  const isBook = context.path === '' || context.path === '/'
  switch (request.method) {
    case 'GET':
      if (orderId) return addressOfOrder(context, orderId)
      return isBook ? list(context, userId) : refusalAnswer({ code: 'SK929' })
    case 'POST':
      return isBook ? save(request, context, userId, randomUUID(), 201) : refusalAnswer({ code: 'SK929' })
    case 'PUT':
      return id ? save(request, context, userId, id, 200) : refusalAnswer({ code: 'SK929' })
    case 'DELETE':
      return id ? remove(context, id) : refusalAnswer({ code: 'SK929' })
    default:
      return refusalAnswer({ code: 'SK901' })
  }
}

async function list({ supabase, env }: FunctionContext, userId: string): Promise<Response> {
  const { addresses, error } = await readAddressBook(supabase, userId, env.ADDRESS_BOOK_KEY ?? '')
  return error ? refusalOf(error) : Response.json({ addresses }, { headers: UNSTORED })
}

async function save(
  request: Request,
  { supabase, env }: FunctionContext,
  userId: string,
  id: string,
  status: 200 | 201,
): Promise<Response> {
  const given = AddressFields.safeParse(await request.json().catch(() => null))
  if (!given.success) return refusalAnswer({ code: 'SK930' })
  const address = tidyAddress(given.data)
  if (Object.keys(addressProblems(address)).length > 0) return refusalAnswer({ code: 'SK930' })
  const { error } = await supabase.rpc('save_address', {
    address_id: id,
    sealed: await sealAddress(address, userId, env.ADDRESS_BOOK_KEY ?? ''),
    country: address.country,
    is_new: status === 201,
  })
  return error ? refusalOf(error) : Response.json({ address: { id, ...address } }, { status, headers: UNSTORED })
}

async function remove({ supabase }: FunctionContext, id: string): Promise<Response> {
  const { error } = await supabase.rpc('delete_address', { address_id: id })
  return error ? refusalOf(error) : new Response(null, { status: 204 })
}

async function addressOfOrder({ supabase, env }: FunctionContext, orderId: string): Promise<Response> {
  const { data, error } = await supabase.rpc('order_address', { order_id: orderId })
  if (error) return refusalOf(error)
  const address = await openAddress(String(data), null, env.ADDRESS_BOOK_KEY ?? '')
  return address ? Response.json({ address }, { headers: UNSTORED }) : refusalAnswer({ code: 'SK391' })
}

function refusalOf(error: { code: string; message: string; details: string }): Response {
  if (isRefusal(error.code)) return refusalAnswer(error)
  throw new Error(error.message)
}
