import type { HouseRules, SourceFile } from './architecture.ts';
import { EACH_FEATURE, featuresOfFlow } from './flow-features.ts';

/** The test files to run for a change; `everything` where the change touches what all of them stand on. */
export type Affected = 'everything' | { features: string[]; unit: string[]; flows: string[] };

const FEATURE = /^packages\/[a-z]+\/src\/features\/([a-z-]+)\//;
const CONTRACT = /^tests\/contract\/([a-z-]+)\//;
const FLOW = /^tests\/flows\/.+\.test\.ts$/;
const UNIT = /^(packages\/.+\.test\.tsx?|tests\/[^/]+\.test\.ts|tests\/contract\/(.+\.test|[^/]+\/calls)\.ts)$/;
/** They are about the whole house, and quick: every change can break one. */
const ALWAYS = /^tests\/(?!cli-package|widgets-package|bundles|rush)[^/]+\.test\.ts$/;
/** What is built and packed of the elements, and where an element's view may change. */
const OF_ELEMENTS = /^tests\/(widgets-package|bundles)\.test\.ts$/;
const IN_ELEMENTS = /^packages\/(widgets\/|app\/src\/features\/[a-z-]+\/views\/)/;
/** They look at each endpoint of the contract, or at each table. */
const OF_EACH_ENDPOINT = /^tests\/contract\/(audit|complete|keys|leavers|openapi)\.test\.ts$/;
/** Nothing imports the command line, and the flows that type its commands are named after it. */
const OF_CLI = /^(packages\/cli\/|tests\/(flows\/)?cli\b|locales\/[a-z]+\/cli\.json$)/;
const TEXTS = /^locales\/[a-z]+\/([a-z-]+)\.json$/;
const IN_WORDS = /^(docs\/.+|[^/]+\.md|LICENSE)$/;

/**
 * Which test files a change affects: those of the changed features and of the features that stand above them and import
 * them, or get their events. A change outside of features affects everything; one of tests or of what only tests
 * import affects those tests.
 * @param changed - paths from the root, removed files included
 * @param sources - all source files, tests included
 */
export function selectAffected(
  changed: readonly string[],
  sources: readonly SourceFile[],
  { levels, eventFed }: Pick<HouseRules, 'levels' | 'eventFed'>,
): Affected {
  const known = new Set(levels.flat());
  const own = new Set<string>();
  const tests = new Set<string>();
  const support: string[] = [];
  const isOfElements = changed.some((path) => IN_ELEMENTS.test(path));
  let isCli = false;
  for (const path of changed) {
    const feature = FEATURE.exec(path)?.[1] ?? TEXTS.exec(path)?.[1];
    if (IN_WORDS.test(path)) continue;
    if (UNIT.test(path) || FLOW.test(path)) tests.add(path);
    else if (OF_CLI.test(path)) isCli = true;
    else if (feature !== undefined && known.has(feature)) own.add(feature);
    else if (CONTRACT.test(path)) tests.add(`tests/contract/${CONTRACT.exec(path)?.[1]}/calls.ts`);
    else if (path.startsWith('tests/support/')) support.push(path);
    else return 'everything';
  }
  for (const path of importersOf(support, sources)) if (UNIT.test(path) || FLOW.test(path)) tests.add(path);
  const features = featuresAbove(own, sources, eventFed);
  const isChosen = (file: SourceFile): boolean => {
    if (tests.has(file.path) || ALWAYS.test(file.path)) return true;
    if (features.size > 0 && OF_EACH_ENDPOINT.test(file.path)) return true;
    if (isOfElements && OF_ELEMENTS.test(file.path)) return true;
    if (isCli && OF_CLI.test(file.path)) return true;
    const named = FLOW.test(file.path)
      ? featuresOfFlow(file.text)
      : [(FEATURE.exec(file.path) ?? CONTRACT.exec(file.path))?.[1]];
    return named.some((name) => name !== undefined && name !== EACH_FEATURE && features.has(name));
  };
  const chosen = sources.filter(isChosen).map(({ path }) => path);
  return {
    features: [...features].toSorted(),
    unit: chosen.filter((path) => UNIT.test(path)).toSorted(),
    flows: chosen.filter((path) => FLOW.test(path)).toSorted(),
  };
}

/** The features with those that import one of them, directly or by way of others, and those that get events of all. */
function featuresAbove(
  features: ReadonlySet<string>,
  sources: readonly SourceFile[],
  eventFed: readonly string[],
): Set<string> {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const from = FEATURE.exec(path)?.[1];
    if (from === undefined || /\.test\.tsx?$/.test(path)) continue;
    for (const { target } of imports) {
      const to = FEATURE.exec(target ?? '')?.[1];
      if (to === undefined || to === from) continue;
      importers.set(to, (importers.get(to) ?? new Set()).add(from));
    }
  }
  const above = new Set(features.size > 0 ? [...features, ...eventFed] : []);
  // A set that grows while it is walked is walked to its end.
  for (const name of above) for (const importer of importers.get(name) ?? []) above.add(importer);
  return above;
}

/** These files and all that import them, directly or by way of others. */
function importersOf(paths: readonly string[], sources: readonly SourceFile[]): Set<string> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of sources)
    for (const { target } of imports)
      if (target !== null) importers.set(target, [...(importers.get(target) ?? []), path]);
  const found = new Set(paths);
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
  return found;
}
