import { join } from 'node:path'
import { functionsIn } from '../src/functions/find-functions.ts'
import type { Functions } from '../src/functions/function.ts'

const found = functionsIn(join(import.meta.dirname, 'fixture-functions'), {
  open: { verifyJwt: false },
  'small-body': { bodyLimitBytes: 1000 },
  slow: { timeoutMs: 500 },
  context: { env: { FRUIT: 'plum' } },
  faults: { memoryMb: 64, cpuMs: 300 },
})

/** Functions that the acceptance tests invoke; the functions tests define their expected answers. */
export const fixtureFunctions: Functions = {
  ...found,
  // One call per process.
  'lonely-faults': { module: new URL('fixture-functions/faults/handler.ts', import.meta.url), concurrency: 1 },
  limited: { module: new URL('fixture-functions/open/handler.ts', import.meta.url), callsPerMinute: 3 },
  // Leaves enough time to check everything else while it loops.
  'patient-faults': { module: new URL('fixture-functions/faults/handler.ts', import.meta.url), cpuMs: 1500 },
}
