import { defineConfig } from 'vitest/config';

// Two projects: unit tests of every package, two files at a time as there are two cores at least, and the flows that drive a
// browser one file at a time (two cores: never two browsers at once).
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // `calls.ts` says how the endpoints of a feature are called, and is thereby the file of their tests.
          include: [
            'packages/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
            'tests/contract/**/*.test.ts',
            'tests/contract/*/calls.ts',
          ],
          maxWorkers: 2,
          // Projects with different numbers of workers run one after the other.
          sequence: { groupOrder: 0 },
          environment: 'node',
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'flows',
          include: ['tests/flows/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/global-setup.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
