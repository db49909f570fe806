import type { Plugin } from 'vite';

/** What the plugin reads of a file of the build. */
interface Built {
  readonly type: 'chunk' | 'asset';
  readonly imports?: readonly string[];
}

/** Files of a build that wait for each other, the first one again at the end; null: there are none. */
export function findCircle(bundle: Readonly<Record<string, Built>>): string[] | null {
  const done = new Set<string>();
  const open: string[] = [];
  const visit = (name: string): string[] | null => {
    if (done.has(name)) return null;
    const first = open.indexOf(name);
    if (first >= 0) return [...open.slice(first), name];
    open.push(name);
    for (const next of bundle[name]?.imports ?? []) {
      const found = visit(next);
      if (found) return found;
    }
    open.pop();
    done.add(name);
    return null;
  };
  for (const name of Object.keys(bundle)) {
    const found = visit(name);
    if (found) return found;
  }
  return null;
}

/**
 * Joining small files can make two files that import each other, though no modules do. Then one of them needs something at once
 * that is not there yet, and a page breaks although its build went well.
 */
export const noCircles = (): Plugin => ({
  name: 'no-circles',
  apply: 'build',
  generateBundle(_, bundle) {
    const found = findCircle(bundle);
    if (found) throw new Error(`Files of the build wait for each other, see groups.ts: ${found.join(' → ')}`);
  },
});
