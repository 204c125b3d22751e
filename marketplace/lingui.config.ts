import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type CatalogFormatter, defineConfig, type ExtractorType } from '@lingui/conf'
import { formatter } from '@lingui/format-json'
import { LANGUAGES, SOURCE_LANGUAGE } from './contract/languages.ts'
import { readSource } from './web/messages-in.ts'

const areas = readdirSync(join(import.meta.dirname, 'contract/locales', SOURCE_LANGUAGE))
  .filter((file) => file.endsWith('.json'))
  .map((file) => basename(file, '.json'))

/** Ids by file: Lingui runs the extractor once per area. */
const found = new Map<string, readonly string[]>()

/** Extracts the ids of `t('…')` and `<Trans id="…">`. */
const ids: ExtractorType = {
  match: (file) => /\.tsx?$/.test(file),
  extract(file, code, report) {
    const said = found.get(file) ?? readSource(file, code).ids
    found.set(file, said)
    for (const id of said) report({ id, origin: [file, 1] })
  },
}

/** One JSON file per area, with the messages whose ids start with it. */
const json = formatter({ style: 'minimal' })
const byArea: CatalogFormatter = {
  ...json,
  serialize(catalog, context) {
    const area = basename(context.filename, '.json')
    return json.serialize(
      Object.fromEntries(Object.entries(catalog).filter(([id]) => id.startsWith(`${area}.`))),
      context,
    )
  },
}

/** `npx lingui extract` adds the ids found in the source to contract/locales, with empty messages. */
export default defineConfig({
  rootDir: import.meta.dirname,
  locales: LANGUAGES.map(({ code }) => code),
  sourceLocale: SOURCE_LANGUAGE,
  orderBy: 'messageId',
  format: byArea,
  extractors: [ids],
  catalogs: areas.map((area) => ({
    path: `<rootDir>/contract/locales/{locale}/${area}`,
    include: ['web/src', 'contract', 'documents', 'functions', 'jobs'].map((folder) => `<rootDir>/${folder}`),
    exclude: ['**/*.test.*'],
  })),
})
