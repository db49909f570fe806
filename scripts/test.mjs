// npm test: installs what is missing (the browser included), builds, runs every test. The last line says how it went.
// With DATABASE_URL set the tests use that server. `npm test -- PATH…` runs some files only.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { onProjectNode, root, run } from './project.mjs';

const RESULTS = join(root, '.cache/test');
const filters = process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0 };

await onProjectNode(import.meta.filename);
try {
  const env = { KREIDE_CHROMIUM: await ensureBrowser() };
  if ((await run('node', [join(root, 'scripts/build.mjs')])) !== 0) throw new Error('The build failed.');
  for (const project of ['unit', 'flows']) add(await runProject(project, env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

function add(counts) {
  for (const name of Object.keys(total)) total[name] += counts[name];
}

async function runProject(project, env) {
  const file = join(RESULTS, `${project}.json`);
  mkdirSync(RESULTS, { recursive: true });
  rmSync(file, { force: true });
  console.log(`\n== ${project} tests`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('vitest', ['run', '--project', project, '--passWithNoTests', ...reporters, ...filters], {
    env,
  });
  const counts = countResults(file);
  // A crash, or an error outside of any test.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** A file that cannot even be loaded counts as one failure. */
function countResults(file) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return counts;
  }
  for (const { status, assertionResults } of report.testResults) {
    const states = assertionResults.map((test) => test.status);
    if (status === 'failed' && !states.includes('failed')) counts.failed += 1;
    for (const state of states) counts[state === 'passed' || state === 'failed' ? state : 'skipped'] += 1;
  }
  return counts;
}
