export interface EasyPostAccess {
  readonly apiKey: string
  /** Another server than api.easypost.com; null or empty for EasyPost itself. */
  readonly apiUrl: string | null
}

/** What is used of the official client. Its own types name the module where the client is, and its answers are read as unknown. */
export interface EasyPostClient {
  readonly Shipment: {
    create(parcel: object): Promise<unknown>
    retrieve(id: string): Promise<unknown>
    buy(id: string, rate: string): Promise<unknown>
    refund(id: string): Promise<unknown>
    generateForm(id: string, type: string): Promise<unknown>
  }
  readonly Utils: {
    /** @throws without the right signature */
    validateWebhook(body: Buffer, headers: object, secret: string): unknown
  }
}

type Client = new (apiKey: string, options?: { timeout: number; baseUrl?: string }) => EasyPostClient

const TIMEOUT_MS = 20_000

/** The official client, which is installed by those who use it. @throws an error that says so */
export async function createEasyPost({ apiKey, apiUrl }: EasyPostAccess): Promise<EasyPostClient> {
  const Client = await load()
  return new Client(apiKey, { timeout: TIMEOUT_MS, ...(apiUrl && { baseUrl: `${apiUrl}/v2/` }) })
}

async function load(): Promise<Client> {
  const { default: client }: { default: unknown } = await import('@easypost/api').catch((cause: unknown) => {
    throw new Error('SHIPPING=easypost needs its client: npm install @easypost/api@8', { cause })
  })
  if (!isClient(client)) throw new Error('@easypost/api has no client')
  return client
}

const isClient = (given: unknown): given is Client => typeof given === 'function'
