import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds of the slowest test files on two cores, several at a time: a machine that has never run them only knows their size. */
const SECONDS: Readonly<Record<string, number>> = {
  'e2e/axe-states': 174,
  'e2e/places': 120,
  'e2e/posting': 109,
  'e2e/offline': 80,
  'e2e/finding': 71,
  'e2e/backup': 65,
  'e2e/security': 50,
  'e2e/auth-behaviour': 48,
  'e2e/server-rendered': 46,
  'e2e/process': 43,
  'e2e/support': 43,
  'e2e/reconnect': 42,
  'e2e/story': 39,
  'e2e/moderation': 37,
  'e2e/dev': 32,
  'e2e/keyboard': 32,
  'e2e/selling': 31,
  'e2e/deal': 29,
  'e2e/workers': 29,
  'e2e/notifications': 25,
  'e2e/own-data': 24,
  'e2e/help': 22,
  'e2e/trust': 22,
  'e2e/configured': 16,
  'tests/search-engine': 54,
  'examples/projects': 50,
  'acceptance/package': 45,
  'realtime/reconnect': 17,
  'realtime/two-servers': 17,
  'storage/s3-store': 17,
  'storage/crashes': 16,
}

/** Runs long files first, so that no worker is left with one at the end while the others are idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => groupOf(a) - groupOf(b) || secondsOf(b) - secondsOf(a))
  }
}

function groupOf({ project }: TestSpecification): number {
  return project.config.sequence.groupOrder
}

/** Zero for all short files, which keeps their order. */
function secondsOf({ moduleId }: TestSpecification): number {
  const [, name = ''] = /\/([\w-]+\/[\w-]+)\.test\.ts$/.exec(moduleId) ?? []
  return SECONDS[name] ?? 0
}
