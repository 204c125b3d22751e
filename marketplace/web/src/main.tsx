import { openLanguage } from './i18n/language.ts'

// No top-level await: chunks that share code with this one would wait for it, and it for them.
void openLanguage()
  .then(() => import('./start.tsx'))
  .then(({ start }) => start())
