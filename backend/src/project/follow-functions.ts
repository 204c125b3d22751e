import { join } from 'node:path'
import type { FunctionSource } from '../functions/service.ts'
import { type DeployedFunction, openDeployments } from './deployed-functions.ts'
import type { ProjectPlace } from './find-project.ts'
import { type FunctionSurroundings, projectFunctions } from './functions.ts'
import type { ProjectConfig } from './read-config.ts'
import { watchFiles } from './watch-files.ts'

interface Followed {
  readonly place: ProjectPlace
  readonly config: ProjectConfig
  readonly surroundings: FunctionSurroundings
  /** Whether changed files are served, too. */
  readonly watches: boolean
  readonly say: (line: string) => void
}

/** Serves the functions that are deployed on top of the folder's. */
export function followFunctions({
  place,
  config,
  surroundings,
  watches,
  say,
}: Followed): NonNullable<FunctionSource['followFunctions']> {
  return async (serve, { sql, log }) => {
    const read = (deployed: readonly DeployedFunction[]) => projectFunctions(place, config, surroundings, deployed)
    const deployments = await openDeployments(place, { sql, log, changed: (now) => serve(read(now).functions) })
    const reload = () => {
      const { functions, notices } = read(deployments.current())
      for (const notice of notices) say(`${notice}.`)
      serve(functions)
      say(`Functions are served as they are now: ${Object.keys(functions).join(', ') || 'none'}.`)
    }
    const stopWatching = watches ? watchFiles(join(place.folder, 'functions'), reload) : null
    return {
      deployments,
      stop: async () => {
        stopWatching?.()
        await deployments.close()
      },
    }
  }
}
