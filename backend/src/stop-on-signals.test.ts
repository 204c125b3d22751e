import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

/** A process whose drain takes the given time. */
async function draining(milliseconds: number): Promise<{ child: ChildProcess; ended: Promise<number | null> }> {
  const file = join(import.meta.dirname, 'stop-on-signals.ts')
  const script = `
    import { stopOnSignals } from ${JSON.stringify(file)}
    stopOnSignals(() => new Promise((resolve) => setTimeout(resolve, ${milliseconds})), console.error)
    setInterval(() => {}, 1000)
    console.log('here')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  await once(child.stdout, 'data')
  return { child, ended }
}

test('one signal delivered several times drains to the end', async () => {
  const { child, ended } = await draining(500)
  child.kill('SIGINT')
  child.kill('SIGTERM')
  child.kill('SIGINT')
  expect(await ended).toBe(0)
})

test('a second signal ends a slow drain immediately', async () => {
  const { child, ended } = await draining(60_000)
  child.kill('SIGTERM')
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
  await pass(1500)
  child.kill('SIGTERM')
  expect(await ended).toBe(1)
})
