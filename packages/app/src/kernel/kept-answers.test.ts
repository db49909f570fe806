import type { Self } from '@kreide/core/features/users';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

let kept: typeof import('./kept-answers.ts');
let queries: typeof import('./query.ts').queries;
let selfQuery: typeof import('./session.ts').selfQuery;
/** Whose answers are kept. */
let owner: string | null = null;
/** What the device keeps of an account, by its name. */
const device = new Map<string, unknown>();

beforeAll(async () => {
  vi.stubGlobal('__APP_VERSION__', '0');
  vi.stubGlobal('__RELEASED_AT__', '');
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { querySelector: () => null, cookie: '', documentElement: {} });
  kept = await import('./kept-answers.ts');
  ({ queries } = await import('./query.ts'));
  ({ selfQuery } = await import('./session.ts'));
  const { offlineStore } = await import('./offline-store.ts');
  vi.spyOn(offlineStore, 'read').mockImplementation(async (_, name) => device.get(name));
  vi.spyOn(offlineStore, 'write').mockImplementation(async (_, name, value) => void device.set(name, value));
  vi.spyOn(offlineStore, 'remove').mockImplementation(async (_, name) => void device.delete(name));
  vi.spyOn(offlineStore, 'list').mockImplementation(async (of, prefix) =>
    [...device].flatMap(([name, value]) =>
      name.startsWith(prefix) ? [{ key: [of, name] as [string, string], kept_at: 0, value }] : [],
    ),
  );
});
afterAll(() => {
  owner = null;
  queries.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const names = () => [...device.keys()].map((name) => name.replace(/^kept /, '')).toSorted();

it('kept answers go once somebody’s rights change, except for who they are, and all stay while the rights are the same', async () => {
  owner = 'ada';
  kept.keepAnswers(() => owner);
  const meta = kept.keptWith(({ rights }: { rights: string }) => rights);
  const answer = (rights: string, name: string) =>
    queries.fetchQuery({ queryKey: ['who'], queryFn: () => ({ rights, name }), meta, staleTime: 0 });
  await answer('teacher', 'Ada');
  await queries.fetchQuery({ queryKey: ['rolls'], queryFn: () => ['10b'], meta: kept.KEPT });
  await vi.waitFor(() => expect(names()).toEqual(['["rolls"]', '["who"]']));
  await answer('teacher', 'Ada Berg');
  await vi.waitFor(() => expect(device.get('kept ["who"]')).toMatchObject({ data: { name: 'Ada Berg' } }));
  expect(names()).toEqual(['["rolls"]', '["who"]']);
  expect(queries.getQueryData(['rolls'])).toEqual(['10b']);
  await answer('parent', 'Ada Berg');
  await vi.waitFor(() => expect(names()).toEqual(['["who"]']));
  expect(queries.getQueryData(['rolls'])).toBeUndefined();
  expect(device.get('kept ["who"]')).toMatchObject({ data: { rights: 'parent' } });
});

it('somebody’s rights are their kind, who they are as a teacher and what they may, in any order', () => {
  const rightsOf = selfQuery.meta?.rightsOf as (self: object) => unknown;
  const self = {
    type: 'TEACHER',
    teacher_id: 7,
    permissions: ['view-entries', 'edit-news'] as unknown as Self['permissions'],
  };
  expect(rightsOf({ ...self, permissions: [...self.permissions].toReversed() })).toEqual(rightsOf(self));
  for (const other of [{ type: 'PARENT' }, { teacher_id: null }, { permissions: self.permissions.slice(1) }])
    expect(rightsOf({ ...self, ...other }), JSON.stringify(other)).not.toEqual(rightsOf(self));
});
