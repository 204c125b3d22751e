import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { SupabaseClient } from '@supabase/supabase-js'
import { hexToString } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

type Credentials = Parameters<SupabaseClient['auth']['signInWithWeb3']>[0]
type WalletOf<Chain> = NonNullable<Exclude<Extract<Credentials, { chain: Chain }>, { message: string }>['wallet']>

export interface EthereumKey {
  readonly address: string
  readonly sign: (text: string) => Promise<string>
  /** The part of a browser extension's API that signing in uses. */
  readonly wallet: WalletOf<'ethereum'>
}

export function ethereumKey(): EthereumKey {
  const account = privateKeyToAccount(generatePrivateKey())
  const sign = (text: string) => account.signMessage({ message: text })
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_requestAccounts') return [account.address]
    if (method === 'eth_chainId') return '0x1'
    if (method === 'personal_sign') return sign(hexToString((params as readonly [`0x${string}`])[0]))
    throw new Error(`A wallet was asked for ${method}.`)
  }
  // The client calls none of the other methods of the type.
  return { address: account.address, sign, wallet: { request } as WalletOf<'ethereum'> }
}

export interface SolanaKey {
  readonly address: string
  readonly publicKey: Uint8Array
  /** base64 */
  readonly sign: (bytes: Uint8Array | string) => string
  readonly wallet: WalletOf<'solana'>
}

export function solanaKey(): SolanaKey {
  const { secretKey, publicKey } = ed25519.keygen()
  const address = base58.encode(publicKey)
  const signBytes = (bytes: Uint8Array | string) =>
    ed25519.sign(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, secretKey)
  const wallet = { publicKey: { toBase58: () => address }, signMessage: async (bytes: Uint8Array) => signBytes(bytes) }
  return {
    address,
    publicKey,
    sign: (bytes) => Buffer.from(signBytes(bytes)).toString('base64'),
    wallet,
  }
}
