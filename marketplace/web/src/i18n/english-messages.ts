import { activateLocale } from './messages.ts'

// Unit tests read English, so load it before the modules under test.
await activateLocale('en')
