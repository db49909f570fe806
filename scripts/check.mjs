// npm run check: types, lint and format, architecture, in parallel.
import { onProjectNode, runQuietly } from './project.mjs';
import { typeCheck } from './types.mjs';

const CHECKS = {
  types: typeCheck(),
  'lint and format': ['biome', ['check', '.']],
  architecture: ['vitest', ['run', '--project', 'unit', 'tests/architecture.test.ts']],
};

await onProjectNode(import.meta.filename);
const results = await Promise.all(
  Object.entries(CHECKS).map(async ([name, [program, options]]) => {
    const began = performance.now();
    const { code, output } = await runQuietly(program, options);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (code !== 0) console.log(output.trimEnd());
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    return code;
  }),
);
process.exitCode = results.every((code) => code === 0) ? 0 : 1;
