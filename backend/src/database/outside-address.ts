import type { DatabaseConfig } from '../config/database.ts'
import { readSecrets } from './secret-file.ts'

/** The address at which tools and functions reach the database; null where the embedded one is on no port. */
export async function outsideAddress({ databaseUrl, databasePort, dataDir }: DatabaseConfig): Promise<string | null> {
  if (databaseUrl !== null || databasePort === null) return databaseUrl
  const secrets = await readSecrets<{ password: string }>(dataDir, 'postgres.json')
  // Of a database that is yet to be made.
  const password = encodeURIComponent(secrets?.password ?? 'postgres')
  return `postgresql://postgres:${password}@127.0.0.1:${databasePort}/postgres`
}
