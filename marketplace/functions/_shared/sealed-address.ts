import type { SupabaseClient } from '@supabase/supabase-js'
import { CompactEncrypt, compactDecrypt, errors } from 'jose'
import { z } from 'zod'
import { ADDRESS_SEAL, type Address, type SavedAddress } from '../../contract/orders/address.ts'

/** The fields as clients send them; `addressProblems` validates them. */
export const AddressFields = z.object({
  name: z.string(),
  street: z.string(),
  extra: z.string().default(''),
  postcode: z.string(),
  town: z.string(),
  country: z.string(),
  phone: z.string().default(''),
})

/** @param key  32 bytes in base64url, the variable `ADDRESS_BOOK_KEY` of a function (souk.ts) */
export function sealAddress(address: Address, ownerId: string, key: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(address)))
    .setProtectedHeader({ ...ADDRESS_SEAL, kid: ownerId })
    .encrypt(Buffer.from(key, 'base64url'))
}

/**
 * The decrypted address; null if it was not encrypted here, since the database accepts any text from its owner.
 * @param ownerId  null accepts every owner, for the address of an order
 */
export async function openAddress(sealed: string, ownerId: string | null, key: string): Promise<Address | null> {
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, Buffer.from(key, 'base64url'), {
      keyManagementAlgorithms: [ADDRESS_SEAL.alg],
      contentEncryptionAlgorithms: [ADDRESS_SEAL.enc],
    })
    if (ownerId !== null && protectedHeader.kid !== ownerId) return null
    return AddressFields.parse(JSON.parse(new TextDecoder().decode(plaintext)))
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

const Book = z.array(z.object({ id: z.uuid(), sealed: z.string() }))

/** The user's saved addresses, decrypted; newest first. */
export async function readAddressBook(supabase: SupabaseClient, userId: string, key: string) {
  const { data, error } = await supabase.rpc('my_addresses')
  if (error) return { error }
  const opened = Book.parse(data).map(async ({ id, sealed }): Promise<SavedAddress[]> => {
    const address = await openAddress(sealed, userId, key)
    return address ? [{ id, ...address }] : []
  })
  return { addresses: (await Promise.all(opened)).flat(), error: null }
}
