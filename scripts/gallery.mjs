// npm run gallery: every piece of the app's `ui` folder in light and dark, redrawn while they are changed.
import { join } from 'node:path';
import { installPackages, root, run } from './project.mjs';

await installPackages();
const config = join(root, 'tests/gallery/vite.config.ts');
process.exit(await run('vite', ['--config', config, '--port', '4100', ...process.argv.slice(2)]));
