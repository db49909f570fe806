// A reporter of vitest for `npm test`: errors outside of any test, which no report of vitest names, as JSON in the file that
// `KREIDE_TEST_STRAY` says: `[{ message, stack, file, test }]`, the last two where vitest knows who ran.
import { writeFileSync } from 'node:fs';

export default class StrayErrors {
  onTestRunEnd(_modules, errors) {
    const strays = errors.map((error) => ({
      message: `${error.name ?? 'Error'}: ${error.message}`,
      stack: String(error.stack ?? ''),
      file: error.VITEST_TEST_PATH ?? null,
      test: error.VITEST_TEST_NAME ?? null,
    }));
    writeFileSync(process.env.KREIDE_TEST_STRAY, JSON.stringify(strays));
  }
}
