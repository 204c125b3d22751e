import type { FunctionHandler } from '../../../src/functions/function.ts'

const kept: unknown[] = []

/** Every fault that would end a process or block it forever. */
const faults: Record<string, () => unknown> = {
  'throws-in-a-timer': () =>
    setTimeout(() => {
      throw new Error('in a timer')
    }, 10),
  'rejects-unseen': () => void Promise.reject(new Error('unseen')),
  exits: () => process.exit(0),
  'breaks-natively': () => process.kill(process.pid, 'SIGSEGV'),
  loops: () => {
    for (;;);
  },
  'loops-in-microtasks': async () => {
    for (;;) await null
  },
  'fills-a-map': () => {
    const map = new Map()
    for (let index = 0; ; index += 1) map.set(index, { index })
  },
  'fills-arrays': () => {
    for (;;) kept.push(new Array(3e7).fill({}))
  },
  'fills-buffers': () => {
    for (;;) kept.push(Buffer.alloc(1e7, 1))
  },
  'prints-for-ever': () => {
    for (;;) process.stdout.write('x'.repeat(10_000))
  },
}

export const handle: FunctionHandler = async (_request, { path }) => {
  if (path === '/process') return Response.json(process.pid)
  if (path === '/process-later') {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return Response.json(process.pid)
  }
  if (path === '/overflows') return Response.json(overflow())
  await faults[path.slice(1)]?.()
  return new Promise(() => undefined)
}

function overflow(): number {
  return 1 + overflow()
}
