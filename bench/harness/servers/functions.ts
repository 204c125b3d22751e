import { join } from 'node:path'
import { pino } from 'pino'
import { createBackend, functionsIn, loadConfig } from 'souk-backend'

/** The whole backend with one open function and no data, in the given folder. Prints the function's URL. */
const config = loadConfig({ DATA_DIR: process.argv[2], PORT: '0', DEMO: '0', LOG_LEVEL: 'error' })
const app = {
  migrations: join(import.meta.dirname, '../../../backend/examples/notes/migrations'),
  functions: functionsIn(join(import.meta.dirname, 'functions'), { hello: { verifyJwt: false } }),
  web: null,
}
const backend = await createBackend(config, app, { log: pino({ level: 'error' }) })
console.log(`${await backend.listen()}/functions/v1/hello`)
process.on('SIGTERM', () => {
  backend.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
