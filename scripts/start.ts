/**
 * `npm start`: builds the web app if its sources changed, then runs the product in this very process, with no shell
 * between npm and the server.
 */
if (!process.argv.includes('--check-config')) await import('./build-web.ts')
followParent()
await import('../marketplace/server.ts')

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
