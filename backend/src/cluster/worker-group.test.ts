import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { ToWorker } from './messages.ts'
import { WorkerGroup, type WorkerProcess } from './worker-group.ts'

class FakeWorker extends EventEmitter implements WorkerProcess {
  readonly id = 1
  readonly told: ToWorker[] = []

  send(message: ToWorker): boolean {
    this.told.push(message)
    if (message.kind === 'stop') setImmediate(() => this.emit('exit', 0, null))
    return true
  }
}

const owner = { host: 'localhost', port: 5432, user: 'u', password: 'p', database: 'd' }

function group(count: number) {
  const workers: FakeWorker[] = []
  const fork = () => {
    const worker = new FakeWorker()
    workers.push(worker)
    return worker
  }
  return { workers, group: new WorkerGroup({ count, fork, owner, log: pino({ level: 'silent' }) }) }
}

test('the start completes when every worker listens, each with the given database', async () => {
  const { workers, group: two } = group(2)
  const started = two.start()
  for (const worker of workers) worker.emit('message', { kind: 'waiting' })
  expect(workers.map(({ told }) => told)).toEqual([[{ kind: 'start', owner }], [{ kind: 'start', owner }]])
  let isOver = false
  void started.then(() => {
    isOver = true
  })
  workers[0]?.emit('message', { kind: 'listening', url: 'http://here' })
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  workers[1]?.emit('message', { kind: 'listening', url: 'http://here' })
  expect(await started).toBe('http://here')
})

test('a worker that cannot start fails the start with its message', async () => {
  const { workers, group: one } = group(1)
  const started = one.start()
  workers[0]?.emit('message', { kind: 'failed', sentence: 'Port 1 is taken.' })
  workers[0]?.emit('exit', 1, null)
  await expect(started).rejects.toThrow('Port 1 is taken.')
  expect(workers).toHaveLength(1)
})

test('a worker that dies is restarted until all are stopped', async () => {
  const { workers, group: one } = group(1)
  const started = one.start()
  workers[0]?.emit('message', { kind: 'listening', url: 'http://here' })
  await started
  workers[0]?.emit('exit', null, 'SIGKILL')
  await expect.poll(() => workers.length).toBe(2)
  await one.stop()
  expect(workers[1]?.told).toEqual([{ kind: 'stop' }])
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(workers).toHaveLength(2)
})
