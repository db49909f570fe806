// npm run test:mutate: changes the pure code in small ways, one at a time, and expects a pure test to fail each time.
// `docs/mutations.md` lists what survives and why that is harmless.
const plan = 'packages/server/src/features/timetable-import/plan';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [
    'packages/core/src/{kernel,validation,features}/**/*.ts',
    'packages/server/src/features/*/access.ts',
    `${plan}/*.ts`,
    // Declarations, which the compiler and the tests against a server hold.
    '!packages/core/src/**/{index,schema,records,reasons}.ts',
    '!packages/core/src/features/*/{api,events,errors}.ts',
    '!packages/core/src/kernel/{endpoint,event,fields}.ts',
    // What reads and writes tables is proven against a database.
    `!${plan}/{apply,apply-*,load,undo,year}.ts`,
    '!**/*.{test,fixtures,generated}.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutate.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  thresholds: { high: 95, low: 85, break: 85 },
  incremental: true,
  incrementalFile: '.cache/stryker/incremental.json',
  tempDirName: '.cache/stryker/sandboxes',
  // Stryker would rewrite it with an interface of the compiler that the native one does not have; a run needs no types.
  ignorePatterns: ['/tsconfig.json', '.cache', '.kreide', '/docs', '/examples', '/shots', '**/dist'],
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  htmlReporter: { fileName: '.cache/stryker/report.html' },
  jsonReporter: { fileName: '.cache/stryker/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
  allowEmpty: false,
};
