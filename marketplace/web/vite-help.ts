import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { helpFolder, readHelp } from '../contract/help/read-help.ts'
import { LANGUAGES, languageOf, SOURCE_LANGUAGE } from '../contract/languages.ts'

const HELP = 'virtual:help'

/** The help for pages, as parsed data, so that no parser is shipped: English immediately, each other language in its own chunk. */
export function help(): Plugin {
  return {
    name: 'help',
    resolveId: (id) => (id.startsWith(HELP) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${HELP}`) return listOfLanguages()
      const language = languageOf(id.split(`\0${HELP}/`)[1])
      if (!language) return null
      for (const read of [language, SOURCE_LANGUAGE])
        for (const file of globSync('*.md', { cwd: helpFolder(read) })) this.addWatchFile(join(helpFolder(read), file))
      return `export const articles = ${JSON.stringify(readHelp(language))}`
    },
  }
}

function listOfLanguages(): string {
  const others = LANGUAGES.filter(({ code }) => code !== SOURCE_LANGUAGE)
  return `export { articles as english } from '${HELP}/${SOURCE_LANGUAGE}'
export const others = { ${others.map(({ code }) => `${code}: () => import('${HELP}/${code}')`).join(', ')} }`
}
