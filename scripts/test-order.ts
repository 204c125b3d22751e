import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds of the slowest test files on two cores, three at a time: a machine that has never run them only knows their size. */
const SECONDS: Readonly<Record<string, number>> = {
  'e2e/places': 203,
  'e2e/axe-states': 174,
  'e2e/posting': 129,
  'e2e/backup': 120,
  'e2e/finding': 113,
  'e2e/support': 112,
  'e2e/auth-behaviour': 103,
  'e2e/process': 97,
  'e2e/reconnect': 91,
  'e2e/security': 87,
  'e2e/drawn': 83,
  'e2e/moderation': 74,
  'e2e/offline': 73,
  'e2e/story': 57,
  'e2e/deal': 56,
  'e2e/own-data': 54,
  'e2e/trust': 50,
  'e2e/keyboard': 49,
  'e2e/selling': 49,
  'e2e/help': 41,
  'e2e/notifications': 40,
  'e2e/workers': 38,
  'e2e/configured': 30,
  'acceptance/package': 67,
  'storage/s3-store': 25,
  'storage/crashes': 24,
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
