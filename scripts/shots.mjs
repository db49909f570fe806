// npm run shots: pictures of every screen for people to look at; not part of npm test.
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { installPackages, projectNode, root, run } from './project.mjs';

if (process.argv.includes('--help')) {
  console.log(
    'npm run shots [-- NAME …] [--all]\n\nPictures in shots/ of the screens whose names begin so, or of every screen.',
  );
  console.log('--all: every combination of width, theme, language and branding, else pairs of them');
  process.exit(0);
}
await installPackages();
const built = await run(projectNode, [join(root, 'scripts/build.mjs')]);
if (built !== 0) process.exit(built);
const env = { KREIDE_CHROMIUM: await ensureBrowser() };
process.exit(
  await run(
    projectNode,
    ['--disable-warning=ExperimentalWarning', join(root, 'tests/shots/main.ts'), ...process.argv.slice(2)],
    { env },
  ),
);
