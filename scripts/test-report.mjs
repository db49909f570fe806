// What `npm test` says of its runs: the reports of vitest as counts, titles and seconds per file.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './project.mjs';

/** The report of vitest; empty when it ended before writing one. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { testResults: [] };
  }
}

/** What `scripts/stray-errors.mjs` wrote; nothing when the run ended before. */
export function readStrays(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

/** An error outside of any test, as a failed test is told. */
export function describeStray({ file, test, stack }) {
  const place = file ? relative(root, file) : 'no file';
  return { title: `${place}: an error outside of any test${test ? `, while "${test}" ran` : ''}`, reason: stack };
}

/** A file that cannot be loaded counts as one failure. */
export function countResults({ testResults }) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of testResults) {
    const states = assertionResults.map((test) => test.status);
    if (status === 'failed' && !states.includes('failed')) counts.failed += 1;
    for (const state of states) counts[isSkipped(state) ? 'skipped' : state] += 1;
  }
  return counts;
}

/** The failed tests of a file, each with the first line of why; the file itself where it could not be run. */
export function listFailed({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0)
    return [{ title: `${file}: could not be run`, reason: String(message).split('\n')[0] }];
  return failed.map(({ fullName, failureMessages }) => ({
    title: `${file}: ${fullName}`,
    reason: failureMessages?.[0]?.split('\n')[0] ?? '',
  }));
}

export function listSkipped({ assertionResults }) {
  return assertionResults.filter(({ status }) => isSkipped(status)).map(({ fullName }) => fullName);
}

function isSkipped(status) {
  return status !== 'passed' && status !== 'failed';
}

/** The files of a report with their part of the suite, seconds and number of tests. */
export function listDurations({ testResults }, partOf) {
  return testResults.map(({ name, startTime, endTime, assertionResults }) => {
    const file = relative(root, name);
    return { file, part: partOf(file), seconds: (endTime - startTime) / 1000, tests: assertionResults.length };
  });
}

/** One line for each of the slowest files. */
export function describeSlowest(durations, count) {
  const slowest = durations.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
  return slowest.map(({ file, seconds }) => `${inSeconds(seconds)}  ${file}`);
}

/** One line for each part of the suite that ran: the seconds of its files, which run beside each other. */
export function describeParts(durations, parts) {
  return parts.flatMap((part) => {
    const own = durations.filter((one) => one.part === part);
    const seconds = own.reduce((sum, one) => sum + one.seconds, 0);
    return own.length === 0 ? [] : [`${inSeconds(seconds)}  ${part} (${own.length} files)`];
  });
}

function inSeconds(seconds) {
  return `${seconds.toFixed(1).padStart(7)} s`;
}
