// npm test: installs what is missing (the browser included), builds, runs every test. The last line is the result. With
// DATABASE_URL set the tests use that server. `npm test -- PATH…` runs some files only, `npm test -- --affected
// [--base REV]` those that a change affects; `npm run test:deep` breaks each field of
// each endpoint in every way.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findAffected } from './affected.mjs';
import { ensureBrowser } from './browser.mjs';
import { onProjectNode, root, run } from './project.mjs';
import {
  countResults,
  describeParts,
  describeSlowest,
  describeStray,
  listDurations,
  listFailed,
  listSkipped,
  readReport,
  readStrays,
} from './test-report.mjs';

const RESULTS = join(root, '.cache/test');
const SLOWEST = 10;
/** Projects of one run share its database server, its browser and what is made once in them. */
const RUNS = [['unit'], ['flows', 'flows-serial']];
/**
 * Tests wait for browsers, processes and jobs on a busy machine: up to this many files with a failure run once more, from
 * their beginning. Who passes then is named as a test to mend, and does not hold up a release.
 */
const AGAIN = { unit: 5, flows: 5 };
/** More made-up values, and everything at each endpoint: `tests/support/contract/depth.ts`. */
const DEEP = { KREIDE_FUZZ_RUNS: '25', KREIDE_TEST_DEPTH: 'deep' };

await onProjectNode(import.meta.filename);
const { PARTS, partOf } = await import('../tests/support/parts.ts');
const { values: options, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: { deep: { type: 'boolean' }, affected: { type: 'boolean' }, base: { type: 'string' } },
});
/** How long each file took: `{ file, part, seconds, tests }`. */
const durations = [];
/** Full titles of the tests that were skipped on this machine, and of those that failed. */
const skippedTitles = [];
const failedTitles = [];
/** Titles of the tests that passed at the second try only, each with why the first one failed. */
const unsteadyTitles = [];
const total = { passed: 0, failed: 0, skipped: 0 };

mkdirSync(RESULTS, { recursive: true });
try {
  const affected = options.affected ? await findAffected(options.base) : 'everything';
  const env = { KREIDE_CHROMIUM: await ensureBrowser(), ...(options.deep ? DEEP : {}) };
  if ((await run('node', [join(root, 'scripts/build.mjs')])) !== 0) throw new Error('The build failed.');
  for (const projects of RUNS) {
    const chosen = affected === 'everything' ? filters : affected[projects[0]];
    // Without a file vitest would run all of them.
    if (affected === 'everything' || chosen.length > 0) add(await runProjects(projects, env, chosen));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
}
writeFileSync(join(RESULTS, 'files.json'), `${JSON.stringify(durations, null, 1)}\n`);
if (skippedTitles.length > 0) console.log(`\nSkipped here:\n${skippedTitles.map((title) => `  ${title}`).join('\n')}`);
if (unsteadyTitles.length > 0)
  console.log(
    `\nPassed at the second try only, to be mended:\n${unsteadyTitles.map((title) => `  ${title}`).join('\n')}`,
  );
if (failedTitles.length > 0) console.log(`\nFailed:\n${failedTitles.map((title) => `  ${title}`).join('\n')}`);
console.log(`\nThe slowest files:\n${describeSlowest(durations, SLOWEST).join('\n')}`);
console.log(`\nThe parts, as the sum of their files:\n${describeParts(durations, PARTS).join('\n')}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

function add(counts) {
  for (const name of Object.keys(total)) total[name] += counts[name];
}

async function runProjects(projects, env, chosen) {
  const [name] = projects;
  console.log(`\n== ${name} tests`);
  const first = await runFiles(projects, env, { files: chosen, report: name });
  const strayed = new Set(first.strays.map(({ file }) => file));
  const isBroken = ({ name: file, status }) => status === 'failed' || strayed.has(file);
  const broken = first.report.testResults.filter(isBroken);
  // What happened while no known file ran is not tried again.
  const isOpen = first.strays.some(({ file }) => !broken.some((one) => one.name === file));
  if (broken.length === 0 || broken.length > AGAIN[name] || isOpen) return conclude(projects, first);
  console.log(`\n== once more: ${broken.length} files`);
  const files = broken.map((one) => relative(root, one.name));
  const second = await runFiles(projects, env, { files, report: `${name}-again` });
  const again = [...second.report.testResults.flatMap(listFailed), ...second.strays.map(describeStray)];
  for (const test of [...broken.flatMap(listFailed), ...first.strays.map(describeStray)]) {
    const isMended = !again.some(({ title }) => title === test.title);
    if (isMended) unsteadyTitles.push(`${test.title}\n    ${test.reason}`);
  }
  const sound = first.report.testResults.filter((one) => !isBroken(one));
  const report = { testResults: [...sound, ...second.report.testResults] };
  return conclude(projects, { ...second, report });
}

/** @returns the exit code and the report, which stays as `.cache/test/<report>.json` until the next run of its projects */
async function runFiles(projects, env, { files, report }) {
  const file = join(RESULTS, `${report}.json`);
  for (const name of [report, `${report}-again`, `${report}-stray`])
    rmSync(join(RESULTS, `${name}.json`), { force: true });
  const stray = join(RESULTS, `${report}-stray.json`);
  const reporters = ['default', 'json', join(root, 'scripts/stray-errors.mjs')].map((one) => `--reporter=${one}`);
  const named = projects.flatMap((project) => ['--project', project]);
  const args = ['run', ...named, '--passWithNoTests', ...reporters, `--outputFile.json=${file}`, ...files];
  const code = await run('vitest', args, { env: { ...env, KREIDE_TEST_STRAY: stray } });
  return { code, report: readReport(file), strays: readStrays(stray) };
}

/** Adds what a run says to the lists of the end. */
function conclude(projects, { code, report, strays }) {
  const counts = countResults(report);
  durations.push(...listDurations(report, partOf));
  skippedTitles.push(...report.testResults.flatMap(listSkipped));
  failedTitles.push(...report.testResults.flatMap(listFailed).map(({ title }) => title));
  for (const { title, reason } of strays.map(describeStray)) failedTitles.push(`${title}\n    ${reason}`);
  // A crash, or an error outside of any test.
  if (code !== 0 && counts.failed === 0) {
    counts.failed = 1;
    failedTitles.push(`${projects.join(', ')}: ended with exit code ${code} although no test failed`);
  }
  return counts;
}
