// npm run test:mutate: mutation runs of the pure code (stryker.config.mjs). What has not changed since the last run is not
// run again. `npm run test:mutate -- --mutate PATH` tries one file or folder, `--force` everything anew.
import { onProjectNode, run } from './project.mjs';

await onProjectNode(import.meta.filename);
process.exit(await run('stryker', ['run', ...process.argv.slice(2)]));
