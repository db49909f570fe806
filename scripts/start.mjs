// npm start: installs what is missing, builds what has changed, runs the server on the workspace's Node.
// npm run dev: the same, with the app served by vite and the server restarted after changes.
import { join } from 'node:path';
import { installPackages, projectNode, root, run, startBeside } from './project.mjs';

const VITE_PORT = '5173';
const MAIN = join(root, 'packages/server/src/main.ts');
const isDev = process.argv.includes('--dev');
/** Compiled modules are kept for the next start, which then takes a third less; without a writable folder it compiles anew. */
const COMPILED = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache/compiled') };
/** Otherwise glibc keeps freed memory in a dozen arenas; musl and macOS know nothing of it. */
const MEMORY = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' };
const rest = process.argv.slice(2).filter((option) => option !== '--dev');

try {
  await installPackages();
  const built = await run(projectNode, [join(root, 'scripts/build.mjs')]);
  if (built !== 0) process.exit(built);
  process.exit(isDev ? await develop() : await serve());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** The server exits when this process is killed, because the channel between them closes. */
function serve() {
  const options = [
    '--disable-warning=ExperimentalWarning',
    // Otherwise the young objects of the start keep a hundred megabytes, which an idle server never gives back.
    '--max-semi-space-size=8',
    '--import',
    join(root, 'scripts/with-parent.mjs'),
    MAIN,
    ...rest,
  ];
  return run(projectNode, options, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...COMPILED, ...MEMORY },
  });
}

async function develop() {
  const port = process.env.PORT || '3000';
  const app = startBeside('vite', ['--port', VITE_PORT, '--strictPort'], {
    cwd: join(root, 'packages/app'),
    env: { KREIDE_URL: `http://127.0.0.1:${port}` },
  });
  const origins = [process.env.KREIDE_APP_ORIGINS, `http://localhost:${VITE_PORT}`].filter(Boolean).join(',');
  try {
    const options = ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', MAIN, ...rest];
    return await run(projectNode, options, { env: { ...COMPILED, PORT: port, KREIDE_APP_ORIGINS: origins } });
  } finally {
    app.kill('SIGTERM');
  }
}
