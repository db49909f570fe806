// Which test files `npm test -- --affected` runs: what changed since a revision, by git, and what that affects.
import { root, runQuietly } from './project.mjs';

/**
 * The test files that the changes since `base` affect, or `everything`. Without `base`: since this branch left `main`;
 * on `main` itself the uncommitted changes, and where there are none the last commit.
 */
export async function findAffected(base) {
  const [{ selectAffected }, { readSources }, { HOUSE }] = await Promise.all([
    import('../tests/support/affected.ts'),
    import('../tests/support/architecture.ts'),
    import('../tests/support/house.ts'),
  ]);
  const since = base === undefined ? await findBase() : await lineOf('merge-base', base, 'HEAD');
  const changed = await listChanged(since);
  console.log(`\n${changed.length} files changed since ${since.slice(0, 10)}.`);
  const affected = selectAffected(changed, readSources(root), HOUSE);
  if (affected === 'everything') console.log('They affect everything.');
  else
    console.log(
      `They affect ${affected.features.join(', ') || 'no feature'}: ${affected.unit.length} unit files, ${affected.flows.length} flows.`,
    );
  return affected;
}

async function findBase() {
  const head = await lineOf('rev-parse', 'HEAD');
  const left = await lineOf('merge-base', 'main', 'HEAD').catch(() => head);
  if (left !== head || (await listChanged(head)).length > 0) return left;
  return lineOf('rev-parse', 'HEAD~1');
}

/** Paths that differ from a revision, uncommitted and new files included, renamed ones under both names. */
async function listChanged(revision) {
  const tracked = await linesOf('diff', '--name-only', '--no-renames', revision);
  const added = await linesOf('ls-files', '--others', '--exclude-standard');
  return [...new Set([...tracked, ...added])];
}

async function lineOf(...options) {
  const [line] = await linesOf(...options);
  if (line === undefined) throw new Error(`git ${options.join(' ')} says nothing.`);
  return line;
}

async function linesOf(...options) {
  const { code, output } = await runQuietly('git', ['-c', 'core.quotePath=false', ...options]);
  if (code !== 0) throw new Error(`git ${options.join(' ')}: ${output.trim()}`);
  return output.split('\n').filter((line) => line !== '');
}
