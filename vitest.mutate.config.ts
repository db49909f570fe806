import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const core = join(import.meta.dirname, 'packages/core/src');
const fewValues = join(import.meta.dirname, 'tests/support/few-values.ts');

// The tests of `npm run test:mutate`: pure ones only, which need neither database nor browser.
export default defineConfig({
  resolve: {
    // Without these the server would be tested with the core of the workspace, which is not the mutated copy.
    alias: [
      { find: /^@kreide\/core\/features\/([a-z-]+)$/, replacement: `${core}/features/$1/index.ts` },
      { find: /^@kreide\/core\/(kernel|validation)$/, replacement: `${core}/$1/index.ts` },
    ],
  },
  plugins: [
    {
      name: 'few-values',
      enforce: 'pre',
      resolveId: (id, importer) => (id === 'fast-check' && importer !== fewValues ? fewValues : null),
    },
  ],
  test: {
    environment: 'node',
    isolate: false,
    testTimeout: 60_000,
    include: [
      'packages/core/src/{kernel,validation,features}/**/*.test.ts',
      'packages/server/src/features/*/access.test.ts',
      'packages/server/src/features/timetable-import/plan/*.test.ts',
    ],
  },
});
