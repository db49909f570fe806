// npm test: installs what is missing (the browser included), builds, runs every test. The last line is the result. With
// DATABASE_URL set the tests use that server. `npm test -- PATH…` runs some files only; `npm run test:deep` tries more
// made-up values.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { onProjectNode, root, run } from './project.mjs';

const RESULTS = join(root, '.cache/test');
const SLOWEST = 10;
/** Projects of one run share its database server, its browser and what is made once in them. */
const RUNS = [['unit'], ['flows', 'flows-serial']];
const isDeep = process.argv.includes('--deep');
const filters = process.argv.slice(2).filter((argument) => argument !== '--deep');
/** How long each file took: `{ file, seconds }`. */
const durations = [];
/** Full titles of the tests that were skipped on this machine. */
const skippedTitles = [];
const total = { passed: 0, failed: 0, skipped: 0 };

await onProjectNode(import.meta.filename);
try {
  const env = { KREIDE_CHROMIUM: await ensureBrowser(), ...(isDeep ? { KREIDE_FUZZ_RUNS: '25' } : {}) };
  if ((await run('node', [join(root, 'scripts/build.mjs')])) !== 0) throw new Error('The build failed.');
  for (const projects of RUNS) add(await runProjects(projects, env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
}
if (skippedTitles.length > 0) console.log(`\nSkipped here:\n${skippedTitles.map((title) => `  ${title}`).join('\n')}`);
console.log(`\nThe slowest files:\n${listSlowest().join('\n')}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

function add(counts) {
  for (const name of Object.keys(total)) total[name] += counts[name];
}

async function runProjects(projects, env) {
  const file = join(RESULTS, `${projects[0]}.json`);
  mkdirSync(RESULTS, { recursive: true });
  rmSync(file, { force: true });
  console.log(`\n== ${projects[0]} tests`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const chosen = projects.flatMap((project) => ['--project', project]);
  const code = await run('vitest', ['run', ...chosen, '--passWithNoTests', ...reporters, ...filters], { env });
  const report = readReport(file);
  const counts = countResults(report);
  for (const { name, startTime, endTime } of report.testResults)
    durations.push({ file: relative(root, name), seconds: (endTime - startTime) / 1000 });
  for (const { fullName, status } of report.testResults.flatMap(({ assertionResults }) => assertionResults))
    if (isSkipped(status)) skippedTitles.push(fullName);
  // A crash, or an error outside of any test.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** The report of vitest; empty when it ended before writing one. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { testResults: [] };
  }
}

/** A file that cannot be loaded counts as one failure. */
function countResults({ testResults }) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of testResults) {
    const states = assertionResults.map((test) => test.status);
    if (status === 'failed' && !states.includes('failed')) counts.failed += 1;
    for (const state of states) counts[isSkipped(state) ? 'skipped' : state] += 1;
  }
  return counts;
}

function isSkipped(status) {
  return status !== 'passed' && status !== 'failed';
}

function listSlowest() {
  durations.sort((one, other) => other.seconds - one.seconds);
  return durations.slice(0, SLOWEST).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}
