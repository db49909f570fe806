import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_FILES, SERIAL_FLOWS } from './tests/support/parts.ts';

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG_FILES.some((file) => moduleId.endsWith(`/${file}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Conditions may take long where three files share a busy machine, or one that is three times slower than another; what holds at once
 * costs nothing. The limit of a test only ends one that hangs.
 */
const PATIENCE = { poll: { timeout: 60_000 } };
const HANGS = { testTimeout: 180_000, hookTimeout: 240_000 };

/**
 * A worker loads the modules of the product once for all of its files: they keep nothing at their top level that one test could
 * leave to the next. Tests that replace a global put it back.
 */
const SHARED_MODULES = {
  isolate: false,
  // What a test has made is garbage when it ends: with room for it, a twentieth less of the processor goes into clearing it away.
  execArgv: ['--max-semi-space-size=64'],
  setupFiles: ['tests/support/wall/setup.ts', 'tests/support/leave-nothing.ts'],
};

const flows = {
  ...SHARED_MODULES,
  environment: 'node',
  // One database server and one built command for all files; each worker has its browser.
  globalSetup: ['tests/support/global-setup.ts', 'tests/support/flows-setup.ts'],
  ...HANGS,
  expect: PATIENCE,
};

// Three files at a time, although there may be two cores only: a file of unit tests waits for a quarter of its time (for the database, a
// process, a job), and so does a flow that drives a browser. Last come the flows that go one at a time.
export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          ...SHARED_MODULES,
          name: 'unit',
          // `calls.ts` says how the endpoints of a feature are called, and is thereby the file of their tests.
          include: [
            'packages/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
            'tests/contract/**/*.test.ts',
            'tests/contract/*/calls.ts',
          ],
          maxWorkers: 3,
          // One group after the other.
          sequence: { groupOrder: 0 },
          environment: 'node',
          globalSetup: ['tests/support/global-setup.ts'],
          ...HANGS,
          expect: PATIENCE,
        },
      },
      {
        test: {
          ...flows,
          name: 'flows',
          include: ['tests/flows/**/*.test.ts'],
          exclude: SERIAL_FLOWS,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...flows,
          name: 'flows-serial',
          include: SERIAL_FLOWS,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
