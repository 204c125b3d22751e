import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * `npm start`: builds the web app if its sources changed, then runs the product in this process, with no shell between npm and the server.
 * `npm start -- --force` always builds.
 */
if (!process.argv.includes('--check-config')) buildWeb()
followParent()
await import('../marketplace/server.ts')

/** Runs in a process of its own: a production build sets production mode for its whole process, and keeps its memory. */
function buildWeb(): void {
  const build = [join(import.meta.dirname, 'build-web.ts'), ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, build, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
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
