import { useEffect, useSyncExternalStore } from 'react';
import type { LATE_ICON_PATHS } from './late-icons.ts';

type Paths = typeof LATE_ICON_PATHS;
export type LateIconName = keyof Paths;

let paths: Paths | undefined;
let fetching: (() => Promise<Paths>) | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Says how the late icons come, once, before anything is drawn; without it their places stay empty. */
export function fetchLateIconsWith(load: () => Promise<Paths>): void {
  fetching = load;
}

function fetchLateIcons(): void {
  const load = fetching;
  fetching = undefined;
  load?.().then(
    (loaded) => {
      paths = loaded;
      for (const listener of listeners) listener();
    },
    // The next icon tries again.
    () => {
      fetching = load;
    },
  );
}

/** The drawing of a late icon, empty until it is there. */
export function LatePath({ name }: { name: LateIconName }) {
  const read = () => paths?.[name];
  const d = useSyncExternalStore(subscribe, read, read);
  useEffect(fetchLateIcons, []);
  return <path d={d} />;
}
