import { S3Client, type S3ClientConfig, type S3ServiceException } from '@aws-sdk/client-s3'
import { newUser, S3_KEY, target } from '../server.ts'

type Options = Partial<S3ClientConfig>

/** Silences the client's warnings about streams that it cannot resend. */
const ignore = () => undefined
const QUIET = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

/** The unmodified client with the configured key, which bypasses row level security. */
export function s3Operator(options: Options = {}): S3Client {
  return new S3Client({
    endpoint: `${target().url}/storage/v1/s3`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: S3_KEY,
    maxAttempts: 1,
    logger: QUIET,
    ...options,
  })
}

/** The unmodified client of a user with a session: the keys are public, the token authenticates. */
export function s3WithSession(sessionToken: string, options: Options = {}): S3Client {
  const credentials = { accessKeyId: 'anybody', secretAccessKey: target().publishableKey, sessionToken }
  return s3Operator({ credentials, ...options })
}

export async function s3Somebody() {
  const person = await newUser()
  const token = (await person.client.auth.getSession()).data.session?.access_token ?? ''
  return { ...person, token, s3: s3WithSession(token) }
}

/** The server's refusal: the code and the HTTP status. */
export async function refusalOf(sent: Promise<unknown>): Promise<{ code: string; status: number | undefined }> {
  const error = await sent.then(
    () => null,
    (reason: S3ServiceException) => reason,
  )
  return { code: error?.name ?? 'none', status: error?.$metadata?.httpStatusCode }
}

export async function bytesOf(answer: { Body?: { transformToByteArray(): Promise<Uint8Array> } | undefined }) {
  return Buffer.from((await answer.Body?.transformToByteArray()) ?? [])
}
