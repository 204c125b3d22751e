import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The directions that imports may take: the table of ARCHITECTURE.md, in the words of dependency-cruiser.
 * `npm run check:imports` proves them.
 */
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })
const services = '(auth|rest|storage|realtime|functions)'
const { exports: offered } = JSON.parse(readFileSync(join(import.meta.dirname, 'backend/package.json'), 'utf8'))
/** The files that the backend's package offers under a name, for a pattern. */
const offeredFiles = Object.values(offered)
  .flatMap((file) => (typeof file === 'string' ? file : Object.values(file)))
  .map((file) => `^backend/${file.slice(2).replaceAll('.', '[.]')}$`)
  .join('|')
/** Benches of single parts, and scripts that write the backend's own papers, types and baseline. */
const insideTheBackend = ['^bench/(auth|data-api)/', '^scripts/(deployment|list-configuration|make-baseline)']
/** Fixtures of the backend's tests that need development packages, so that the package cannot offer them. */
const borrowedFixtures = '^backend/acceptance/(auth/stand-in-provider|storage/(written-photo|real-bomb))[.]ts$'
/** postgres.js, which is nobody's code here: souk-backend/postgres. */
const driver = '^backend/vendor/postgres/'
const foundations = '(database|jwt|http|mail|sms|jobs|log|observability|rate-limits|redis)'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    rule('no-cycles', {}, { circular: true }, 'Two files that need each other are one file, or three.'),
    rule(
      'backend-stands-alone',
      { path: '^backend/' },
      { path: '^marketplace/' },
      'The backend has never heard of a listing.',
    ),
    rule(
      'the-backend-by-its-name',
      { path: '^(marketplace|bench|scripts)/', pathNot: insideTheBackend },
      {
        path: '^backend/',
        pathNot: borrowedFixtures,
        dependencyTypes: ['local'],
        dependencyTypesNot: ['aliased-workspace'],
      },
      'Everybody imports souk-backend, not a path into its folder.',
    ),
    rule(
      'what-the-backend-offers',
      { path: '^(marketplace|bench|scripts)/', pathNot: insideTheBackend },
      { path: '^backend/', pathNot: [offeredFiles, borrowedFixtures] },
      'Only what `exports` of backend/package.json names.',
    ),
    rule(
      'imports-that-lead-somewhere',
      { path: '^(backend|marketplace)/' },
      { couldNotResolve: true, path: '^souk-backend' },
      'A name that `exports` of backend/package.json does not have.',
    ),
    rule(
      'services-are-strangers',
      { path: `^backend/src/${services}/` },
      { path: `^backend/src/${services}/`, pathNot: '^backend/src/$1/' },
      'Services import foundations and never each other.',
    ),
    rule(
      'foundations-below-services',
      { path: `^backend/src/${foundations}/` },
      { path: `^backend/src/${services}/` },
      'Foundations import no service.',
    ),
    rule(
      'only-the-server-imports-the-backend',
      {
        path: '^marketplace/',
        pathNot:
          '^marketplace/((server|souk)\\.ts|config/|branding(\\.test)?\\.ts|functions/|jobs/|documents/|payments/|shipping/|search/|database/tests/|e2e/|acceptance/)',
      },
      { path: '^backend/', pathNot: driver },
      'Web, contract, functions and seed reach the backend over the wire; policy tests may start its database.',
    ),
    rule(
      'functions-know-their-context-only',
      { path: '^marketplace/functions/' },
      {
        path: '^(backend|marketplace)/',
        pathNot: '^(marketplace/(functions|contract|payments|shipping)/|backend/src/functions/function\\.ts$)',
      },
      'Functions reach everything over the wire; souk-backend/functions is types alone.',
    ),
    rule(
      'jobs-know-their-context-only',
      { path: '^marketplace/jobs/' },
      {
        path: '^(backend|marketplace)/',
        pathNot: [
          driver,
          '^(marketplace/(jobs|contract|payments|shipping)/|backend/src/(jobs/job|http/public-network)\\.ts$)',
        ],
      },
      'Jobs are given what they use; souk-backend/jobs is types alone, and addresses are judged in one place.',
    ),
    rule(
      'payments-know-their-context-only',
      { path: '^marketplace/payments/' },
      {
        path: '^(backend|marketplace)/',
        pathNot: '^(marketplace/(payments|contract)/|backend/src/(jobs/job|testing)\\.ts$)',
      },
      'Providers are asked by functions and jobs, which give them what they use.',
    ),
    rule(
      'search-knows-its-context-only',
      { path: '^marketplace/search/' },
      {
        path: '^(backend|marketplace)/',
        pathNot: [driver, '^(marketplace/(search|contract|config)/|backend/src/(jobs/job|index)\\.ts$)'],
      },
      'Types alone, of RPC handlers and jobs: the engine is given what it uses.',
    ),
    rule(
      'documents-know-their-context-only',
      { path: '^marketplace/documents/' },
      {
        path: '^(backend|marketplace)/',
        pathNot: '^(marketplace/(documents|contract)/|backend/src/http/page-document\\.ts$)',
      },
      'Documents ask as a visitor does; souk-backend/pages is types alone.',
    ),
    rule(
      'contract-imports-nothing',
      { path: '^marketplace/contract/' },
      { path: '^marketplace/', pathNot: '^marketplace/contract/' },
      'web -> contract <- functions.',
    ),
    rule(
      'web-uses-the-contract-only',
      { path: '^marketplace/web/' },
      { path: '^marketplace/', pathNot: '^marketplace/(web|contract)/' },
      'The web app knows the contract and nothing else of the server side.',
    ),
    rule(
      'lib-is-the-floor',
      { path: '^marketplace/web/src/(lib|i18n)/' },
      { path: '^marketplace/web/src/(app|shell|pages|features|ui)/' },
      'app -> shell, pages -> features -> ui -> lib.',
    ),
    rule(
      'ui-below-features',
      { path: '^marketplace/web/src/ui/' },
      { path: '^marketplace/web/src/(app|shell|pages|features)/' },
      'app -> shell, pages -> features -> ui -> lib.',
    ),
    rule(
      'features-below-pages',
      { path: '^marketplace/web/src/features/' },
      { path: '^marketplace/web/src/(app|shell|pages)/' },
      'app -> shell, pages -> features -> ui -> lib.',
    ),
    rule(
      'app-is-the-top',
      { path: '^marketplace/web/src/(shell|pages)/' },
      { path: '^marketplace/web/src/app/' },
      'app -> shell, pages -> features -> ui -> lib.',
    ),
    rule(
      'features-are-strangers',
      { path: '^marketplace/web/src/features/([^/]+)/' },
      { path: '^marketplace/web/src/features/', pathNot: '^marketplace/web/src/features/($1|auth)/' },
      'A feature does not import another; a page puts them together. Who is signed in (auth) is the one exception.',
    ),
    rule(
      'shared-code-imports-no-tests',
      { pathNot: '\\.test\\.tsx?$' },
      { path: '\\.test\\.tsx?$' },
      'Tests import code, never the other way.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(node_modules|/dist([.]new)?/)' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node'],
    },
  },
}
