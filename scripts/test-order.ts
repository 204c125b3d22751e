import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds of the slowest test files on two cores: a machine that has never run them only knows their size. */
const SECONDS: Readonly<Record<string, number>> = {
  places: 110,
  support: 60,
  process: 55,
  moderation: 55,
  'auth-behaviour': 55,
  keyboard: 50,
  reconnect: 45,
  posting: 45,
  story: 40,
  workers: 40,
  offline: 40,
  'axe-states': 40,
  selling: 35,
  finding: 35,
  notifications: 35,
  security: 30,
  deal: 30,
  trust: 20,
}

/** Runs long browser tests first, so that no worker is left with one at the end while the other is idle. */
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
  const [, name = ''] = /\/e2e\/([\w-]+)\.test\.ts$/.exec(moduleId) ?? []
  return SECONDS[name] ?? 0
}
