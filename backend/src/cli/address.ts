import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { serverOf } from './stop.ts'

type Address = Pick<Config, 'publicUrl' | 'databasePort' | 'databaseUrl' | 'mailPort'>

const fileIn = (dataDir: string) => join(dataDir, 'address.json')

/** Lets `status` know the ports of this process, which the environment may have set. */
export async function rememberAddress({ dataDir, ...config }: Config): Promise<void> {
  const { publicUrl, databasePort, databaseUrl, mailPort } = config
  const text = JSON.stringify({ pid: process.pid, publicUrl, databasePort, databaseUrl, mailPort })
  await writeFile(fileIn(dataDir), text, { mode: 0o600 })
}

/** The configuration with the address of the server that runs on its folder; unchanged without one. */
export async function withAddressInUse(config: Config): Promise<Config> {
  const text = await readFile(fileIn(config.dataDir), 'utf8').catch(() => '{}')
  const { pid, ...address } = JSON.parse(text) as Partial<Address> & { pid?: number }
  return pid !== undefined && pid === (await serverOf(config.dataDir)) ? { ...config, ...address } : config
}
