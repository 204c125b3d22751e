import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { launchAs, postgresAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { initialiseCluster, startPostgres } from './cluster.ts'

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)(
  'PostgreSQL runs from a folder only root may enter, and cannot write the files of others',
  async () => {
    // Like a clone in root's home or below `mktemp -d`: mkdtemp creates the folder with mode 0700.
    const closed = await mkdtemp(join(tmpdir(), 'souk-closed-'))
    try {
      const { initdb } = await findBinaries()
      await cp(dirname(dirname(initdb)), join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
      const binaries = { initdb: join(closed, 'native/bin/initdb'), postgres: join(closed, 'native/bin/postgres') }
      const account = await postgresAccount()
      const place = { binaries, account, clusterDir: join(closed, 'data/postgres') }
      await initialiseCluster(place, 'a-password')
      const server = await startPostgres(
        place,
        { listen_addresses: '', unix_socket_directories: place.clusterDir },
        pino({ level: 'silent' }),
      )
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await gone
      expect((await stat(join(place.clusterDir, 'PG_VERSION'))).uid).toBe(account?.uid)

      const write = await launchAs(account, [closed], 'touch', [join(closed, 'not-mine')])
      expect(spawnSync(write.command, write.args, write.options).status).not.toBe(0)
    } finally {
      await rm(closed, { recursive: true, force: true })
    }
  },
)

test('without an account, a command runs as the current user', async () => {
  expect(await launchAs(null, ['/'], 'postgres', ['-D', 'x'])).toEqual({
    command: 'postgres',
    args: ['-D', 'x'],
    options: {},
  })
})
