/**
 * The directions that imports may take: the table of ARCHITECTURE.md, in the words of dependency-cruiser.
 * `npm run check:imports` proves them.
 */
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })
const services = '(auth|rest|storage|realtime|functions)'
const foundations = '(database|jwt|http|mail|sms|jobs|log)'

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
          '^marketplace/(server\\.ts|branding(\\.test)?\\.ts|functions/|jobs/|documents/|database/tests/|e2e/|acceptance/)',
      },
      { path: '^backend/' },
      'Web, contract, functions and seed reach the backend over the wire; policy tests may start its database.',
    ),
    rule(
      'functions-know-their-context-only',
      { path: '^marketplace/functions/' },
      {
        path: '^(backend|marketplace)/',
        pathNot: '^(marketplace/(functions|contract)/|backend/src/functions/function\\.ts$)',
      },
      'Functions reach everything over the wire; function.ts is types alone.',
    ),
    rule(
      'jobs-know-their-context-only',
      { path: '^marketplace/jobs/' },
      {
        path: '^(backend|marketplace)/',
        pathNot: '^(marketplace/(jobs|contract)/|backend/src/(jobs/job|http/public-network)\\.ts$)',
      },
      'Jobs are given what they use; job.ts is types alone, and addresses are judged in one place.',
    ),
    rule(
      'documents-know-their-context-only',
      { path: '^marketplace/documents/' },
      {
        path: '^(backend|marketplace)/',
        pathNot: '^(marketplace/(documents|contract)/|backend/src/http/page-document\\.ts$)',
      },
      'Documents ask as a visitor does; page-document.ts is types alone.',
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
      'ui-is-the-floor',
      { path: '^marketplace/web/src/ui/' },
      { path: '^marketplace/web/src/(features|pages|shell)/' },
      'pages -> features -> ui.',
    ),
    rule(
      'features-below-pages',
      { path: '^marketplace/web/src/features/' },
      { path: '^marketplace/web/src/(pages|shell)/' },
      'pages -> features -> ui.',
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
