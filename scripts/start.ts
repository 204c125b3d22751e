import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * `npm start`: builds the web app if its sources changed, then runs the product in this very process, with no shell
 * between npm and the server. `npm start -- --force` builds in any case.
 */
if (!process.argv.includes('--check-config')) buildWeb()
followParent()
await import('../marketplace/server.ts')

/** In a process of its own: a production build makes its whole process one of production, and keeps its memory. */
function buildWeb(): void {
  const build = [join(import.meta.dirname, 'build-web.ts'), ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, build, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** npm may end at a signal without handing it on; the server, left alone, then drains as if it had been told itself. */
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
