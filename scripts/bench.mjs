// npm run bench: installs what is missing, builds a release, then measures on the workspace's Node.
import { join } from 'node:path';
import { installFolder, installPackages, projectNode, root, run } from './project.mjs';

await installPackages();
await installFolder('tests/bench', 'what it is compared with');
const built = await run(projectNode, [join(root, 'scripts/build.mjs'), '--release']);
if (built !== 0) process.exit(built);
process.exit(
  await run(projectNode, [
    '--disable-warning=ExperimentalWarning',
    join(root, 'tests/bench/main.ts'),
    ...process.argv.slice(2),
  ]),
);
