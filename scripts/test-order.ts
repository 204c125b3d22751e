import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Seconds of the slowest test files on two cores, several at a time: a machine that has never run them only knows their size. */
const SECONDS: Readonly<Record<string, number>> = {
  'e2e/axe-states': 163,
  'e2e/places': 148,
  'e2e/posting': 144,
  'e2e/finding': 94,
  'e2e/offline': 89,
  'e2e/server-rendered': 77,
  'e2e/process': 69,
  'e2e/backup': 64,
  'e2e/security': 63,
  'e2e/auth-behaviour': 61,
  'e2e/keyboard': 53,
  'e2e/story': 52,
  'e2e/support': 50,
  'e2e/dev': 47,
  'e2e/reconnect': 42,
  'e2e/selling': 41,
  'e2e/moderation': 37,
  'e2e/stripe': 36,
  'e2e/notifications': 35,
  'e2e/deal': 32,
  'e2e/buying': 31,
  'e2e/own-data': 30,
  'e2e/help': 29,
  'e2e/balance': 26,
  'e2e/trust': 24,
  'e2e/workers': 22,
  'e2e/configured': 16,
  'tests/search-engine': 77,
  'acceptance/package': 71,
  'examples/projects': 52,
  'storage/s3-store': 38,
  'realtime/two-servers': 21,
  'examples/blog': 21,
  'storage/crashes': 19,
  'tests/order-localstripe': 19,
  'security/database-killed': 17,
  'realtime/reconnect': 16,
  'tests/search-properties': 15,
  'functions/failures': 14,
  'tests/order-races': 14,
  'observability/tracing': 13,
  'tests/search-honesty': 13,
  'auth/switches': 12,
  'rest/properties': 12,
  'security/fair-shares': 12,
  'tests/search': 12,
  'tests/schemas': 12,
  'cache/answer-cache': 12,
  'auth/saml': 11,
  'rest/handled-calls': 11,
  'tests/accept-race': 11,
  'security/checklist': 10,
  'storage/pictures': 10,
  'auth/limits': 10,
  'jobs/start-jobs': 10,
  'cache/replica-reads': 9,
  'pipeline/pool': 6,
  'rest/read-front': 5,
  'generate-types/generate-types': 5,
  'schema-cache/holder': 4,
  'database/spare': 4,
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
