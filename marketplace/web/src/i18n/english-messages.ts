import { activateLocale } from './messages.ts'

// Unit tests read English, as the pages and functions that they are about do.
await activateLocale('en')
