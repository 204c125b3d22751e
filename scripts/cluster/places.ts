import { chown, mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { postgresUser } from './process.ts'

/** Folders of one cluster's parts. */
export interface Place {
  readonly folder: string
  /** Creates a folder, optionally owned by the user `postgres`. */
  make(name: string, forPostgres?: boolean): Promise<string>
  write(name: string, text: string, forPostgres?: boolean): Promise<string>
  logFile(name: string): string
}

export async function openPlace(folder: string): Promise<Place> {
  await mkdir(join(folder, 'logs'), { recursive: true })
  const user = postgresUser()
  const give = async (path: string, forPostgres: boolean) => {
    if (forPostgres && user) await chown(path, user.uid, user.gid)
    return path
  }
  return {
    folder,
    async make(name, forPostgres = false) {
      const path = join(folder, name)
      await mkdir(path, { recursive: true, mode: forPostgres ? 0o700 : 0o755 })
      return give(path, forPostgres)
    },
    async write(name, text, forPostgres = false) {
      const path = join(folder, name)
      await writeFile(path, text, { mode: 0o600 })
      return give(path, forPostgres)
    },
    logFile: (name) => join(folder, 'logs', `${name}.log`),
  }
}

/** Free ports of the loopback interface, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = []
  for (let n = 0; n < count; n++) {
    const server = createServer()
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  }
  const ports = servers.map((server) => {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('A socket has no port')
    return address.port
  })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
