import { join } from 'node:path'
import type { FunctionSource } from '../functions/service.ts'
import type { ProjectPlace } from './find-project.ts'
import { type FunctionSurroundings, projectFunctions } from './functions.ts'
import type { ProjectConfig } from './read-config.ts'
import { watchFiles } from './watch-files.ts'

/** Reloads functions when a file below `supabase/functions` changes. */
export function watchProjectFunctions(
  place: ProjectPlace,
  config: ProjectConfig,
  surroundings: FunctionSurroundings,
  say: (line: string) => void,
): NonNullable<FunctionSource['watchFunctions']> {
  return (changed) =>
    watchFiles(join(place.folder, 'functions'), () => {
      const { functions, notices } = projectFunctions(place, config, surroundings)
      for (const notice of notices) say(`${notice}.`)
      changed(functions)
      say(`Functions are served as they are now: ${Object.keys(functions).join(', ') || 'none'}.`)
    })
}
