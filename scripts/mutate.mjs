// npm run test:mutate: mutation runs of the pure code (stryker.config.mjs). What has not changed since the last run is not
// run again. `npm run test:mutate -- --mutate PATH` tries one file or folder, `--force` everything anew.
import { join } from 'node:path';
import { installFolder, onProjectNode, root, run } from './project.mjs';

await onProjectNode(import.meta.filename);
await installFolder('tests/bench', 'what mutates');
process.exit(await run(join(root, 'tests/bench/node_modules/.bin/stryker'), ['run', ...process.argv.slice(2)]));
