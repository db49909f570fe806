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
/**
 * Flows are a browser on a busy machine: up to this many files with a failure run once more, from their beginning. Who
 * passes then is named as a test to mend, and does not hold up a release.
 */
const AGAIN = { unit: 0, flows: 5 };
const isDeep = process.argv.includes('--deep');
const filters = process.argv.slice(2).filter((argument) => argument !== '--deep');
/** How long each file took: `{ file, seconds }`. */
const durations = [];
/** Full titles of the tests that were skipped on this machine, and of those that failed. */
const skippedTitles = [];
const failedTitles = [];
/** Titles of the tests that passed at the second try only, each with why the first one failed. */
const unsteadyTitles = [];
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
if (unsteadyTitles.length > 0)
  console.log(
    `Passed at the second try only, to be mended:\n${unsteadyTitles.map((title) => `  ${title}`).join('\n')}\n`,
  );
if (failedTitles.length > 0) console.log(`Failed:\n${failedTitles.map((title) => `  ${title}`).join('\n')}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

function add(counts) {
  for (const name of Object.keys(total)) total[name] += counts[name];
}

async function runProjects(projects, env) {
  console.log(`\n== ${projects[0]} tests`);
  const first = await runFiles(projects, env, filters);
  const broken = first.report.testResults.filter(({ status }) => status === 'failed');
  if (broken.length === 0 || broken.length > AGAIN[projects[0]]) return conclude(projects, first);
  console.log(`\n== once more: ${broken.length} files`);
  const second = await runFiles(
    projects,
    env,
    broken.map(({ name }) => relative(root, name)),
  );
  for (const test of broken.flatMap(listFailed)) {
    const isMended = !second.report.testResults.flatMap(listFailed).some(({ title }) => title === test.title);
    if (isMended) unsteadyTitles.push(`${test.title}\n    ${test.reason}`);
  }
  const sound = first.report.testResults.filter(({ status }) => status !== 'failed');
  return conclude(projects, { code: second.code, report: { testResults: [...sound, ...second.report.testResults] } });
}

/** @returns the exit code and the report */
async function runFiles(projects, env, files) {
  const file = join(RESULTS, `${projects[0]}.json`);
  mkdirSync(RESULTS, { recursive: true });
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const chosen = projects.flatMap((project) => ['--project', project]);
  const code = await run('vitest', ['run', ...chosen, '--passWithNoTests', ...reporters, ...files], { env });
  return { code, report: readReport(file) };
}

/** Adds what a run says to the lists of the end. */
function conclude(projects, { code, report }) {
  const counts = countResults(report);
  for (const result of report.testResults) {
    const { name, startTime, endTime, assertionResults } = result;
    durations.push({ file: relative(root, name), seconds: (endTime - startTime) / 1000 });
    for (const { status, fullName } of assertionResults) if (isSkipped(status)) skippedTitles.push(fullName);
    failedTitles.push(...listFailed(result).map(({ title }) => title));
  }
  // A crash, or an error outside of any test.
  if (code !== 0 && counts.failed === 0) {
    counts.failed = 1;
    failedTitles.push(`${projects.join(', ')}: ended with exit code ${code} although no test failed; see above`);
  }
  return counts;
}

/** The failed tests of a file, each with the first line of why; the file itself where it could not be run. */
function listFailed({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0)
    return [{ title: `${file}: could not be run`, reason: String(message).split('\n')[0] }];
  return failed.map(({ fullName, failureMessages }) => ({
    title: `${file}: ${fullName}`,
    reason: failureMessages?.[0]?.split('\n')[0] ?? '',
  }));
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
