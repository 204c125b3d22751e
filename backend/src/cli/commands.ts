import type { Command } from './command.ts'

/** By the words that call them; each file is loaded when it is called. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).start,
  stop: async () => (await import('./stop.ts')).stop,
  status: async () => (await import('./status.ts')).status,
  'db reset': async () => (await import('./db-reset.ts')).dbReset,
  'db push': async () => (await import('./db-push.ts')).dbPush,
  'db diff': async () => (await import('./db-diff.ts')).dbDiff,
  'db dump': async () => (await import('./db-dump.ts')).dbDump,
  'migration new': async () => (await import('./migration.ts')).migrationNew,
  'migration list': async () => (await import('./migration.ts')).migrationList,
  'migration up': async () => (await import('./migration.ts')).migrationUp,
  'migration repair': async () => (await import('./migration.ts')).migrationRepair,
  seed: async () => (await import('./seed.ts')).seed,
  'test db': async () => (await import('./test.ts')).testDb,
  'test new': async () => (await import('./test.ts')).testNew,
  'functions new': async () => (await import('./functions.ts')).functionsNew,
  'functions serve': async () => (await import('./functions.ts')).functionsServe,
  'functions deploy': async () => (await import('./functions-deploy.ts')).functionsDeploy,
  'functions list': async () => (await import('./functions-deployed.ts')).functionsList,
  'functions delete': async () => (await import('./functions-deployed.ts')).functionsDelete,
  'gen types': async () => (await import('./gen-types.ts')).genTypes,
  keys: async () => (await import('./keys.ts')).keys,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./backup.ts')).restore,
  check: async () => (await import('./check.ts')).check,
}

/** `-o json` and `--output json` of Supabase's CLI are our `--json`. */
export function withJson(args: readonly string[]): readonly string[] {
  const at = args.findIndex((one, n) => /^(-o|--output|--output-format)$/.test(one) && args[n + 1] === 'json')
  return at < 0 ? args : args.toSpliced(at, 2, '--json')
}
