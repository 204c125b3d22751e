import type { Deployments } from '../functions/deploy.ts'
import type { FunctionSource } from '../functions/service.ts'
import { deployedFunctions, removeDeployment, storeDeployment } from './deployed-functions.ts'
import type { ProjectPlace } from './find-project.ts'
import { type FunctionSurroundings, projectFunctions } from './functions.ts'
import type { ProjectConfig } from './read-config.ts'
import { watchFiles } from './watch-files.ts'

/** Keeps uploaded functions; a server with several processes learns of changes by watching. */
export function deploymentsOf(
  place: ProjectPlace,
  config: ProjectConfig,
  surroundings: FunctionSurroundings,
): Deployments {
  const now = () => projectFunctions(place, config, surroundings).functions
  return {
    list: () => deployedFunctions(place).map(({ name, verifyJwt, deployedAt }) => ({ name, verifyJwt, deployedAt })),
    store: async (name, deployment) => {
      await storeDeployment(place, name, deployment)
      return now()
    },
    remove: async (name) => ((await removeDeployment(place, name)) ? now() : null),
  }
}

/** Reloads functions when a file below one of the folders changes. */
export function watchProjectFunctions(
  place: ProjectPlace,
  config: ProjectConfig,
  surroundings: FunctionSurroundings,
  folders: readonly string[],
  say: (line: string) => void,
): NonNullable<FunctionSource['watchFunctions']> {
  return (changed) => {
    const reload = () => {
      const { functions, notices } = projectFunctions(place, config, surroundings)
      for (const notice of notices) say(`${notice}.`)
      changed(functions)
      say(`Functions are served as they are now: ${Object.keys(functions).join(', ') || 'none'}.`)
    }
    const ends = folders.map((folder) => watchFiles(folder, reload))
    return () => {
      for (const end of ends) end()
    }
  }
}
