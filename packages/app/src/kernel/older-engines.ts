// Calls that came into engines after 2023, for those that lack them: phones and tablets in schools are old. The page and its worker
// read this before anything else.

function parse(address: string | URL, base?: string | URL): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** Ends as soon as one of several does, with its reason. */
function firstOf(signals: Iterable<AbortSignal>): AbortSignal {
  const all = [...signals];
  const controller = new AbortController();
  const end = (event: Event) => finish(event.target as AbortSignal);
  function finish({ reason }: AbortSignal): void {
    for (const signal of all) signal.removeEventListener('abort', end);
    controller.abort(reason);
  }
  const ended = all.find(({ aborted }) => aborted);
  if (ended) finish(ended);
  else for (const signal of all) signal.addEventListener('abort', end);
  return controller.signal;
}

function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    index += 1;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function toSorted<Item>(this: readonly Item[], compare?: (one: Item, other: Item) => number): Item[] {
  return [...this].sort(compare);
}

function toReversed<Item>(this: readonly Item[]): Item[] {
  return [...this].reverse();
}

/** Each fallback, with where it is missing. */
export const FALLBACKS = [
  { owner: URL, name: 'parse', fallback: parse },
  { owner: URL, name: 'canParse', fallback: (...values: Parameters<typeof parse>) => parse(...values) !== null },
  { owner: AbortSignal, name: 'any', fallback: firstOf },
  { owner: Map, name: 'groupBy', fallback: groupBy },
  { owner: Array.prototype, name: 'toSorted', fallback: toSorted },
  { owner: Array.prototype, name: 'toReversed', fallback: toReversed },
] as const;

for (const { owner, name, fallback } of FALLBACKS)
  if (!(name in owner)) Object.defineProperty(owner, name, { value: fallback, configurable: true, writable: true });
