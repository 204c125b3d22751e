import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

/**
 * `npm start`: builds the web app if its sources changed, then runs the product in this process, with no shell between npm and the server.
 * `npm start -- --force` always builds.
 */
const root = join(import.meta.dirname, '..')
const isChecking = process.argv.includes('--check-config')
const makesSpares = !isChecking && !process.env.DATABASE_URL && process.env.NODE_ENV !== 'production'

if (!isChecking) {
  // The first start of a clone creates its database in parallel. Either may end first.
  const isFirst = makesSpares && !existsSync(join(root, 'marketplace/web/dist'))
  await Promise.all([buildWeb(), isFirst ? once(makeSpare(), 'close') : null])
}
followParent()
await import('../marketplace/server.ts')
// Prepares a database for the next new data folder, after this server has started; continues when this process ends.
if (makesSpares) makeSpare().unref()

/** Runs in a separate process: a production build sets production mode for its whole process, and keeps its memory. */
async function buildWeb(): Promise<void> {
  const build = spawn(process.execPath, [join(root, 'scripts/build-web.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  const [status] = (await once(build, 'close')) as [number | null]
  if (status !== 0) process.exit(status ?? 1)
}

/** Runs at low priority, and in a separate session that Ctrl-C does not reach. */
function makeSpare(): ChildProcess {
  const child = spawn(process.execPath, [join(root, 'marketplace/server.ts'), '--make-spare'], {
    stdio: 'ignore',
    detached: true,
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return child
}

/** npm may exit on a signal without forwarding it; the orphaned server then drains as if it had received it. */
function followParent(): void {
  if (process.env.npm_lifecycle_event !== 'start') return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
