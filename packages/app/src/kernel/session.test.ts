import { newsApi } from '@kreide/core/features/news';
import { type Self, usersApi } from '@kreide/core/features/users';
import { MutationObserver } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const self = (displayname: string) => ({ displayname, school: { app_branding: null } }) as unknown as Self;

/** What each account asked, and the answers that are still to be given. */
let waiting: ((answer: Response) => void)[];
let session: typeof import('./session.ts');
let kernel: typeof import('./client.ts') & typeof import('./query.ts') & typeof import('./offline-store.ts');
let data: typeof import('./data.ts');

beforeAll(async () => {
  vi.stubGlobal('__APP_VERSION__', '0');
  vi.stubGlobal('__RELEASED_AT__', '');
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { querySelector: () => null, cookie: '', documentElement: {} });
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => waiting.push(resolve)));
  session = await import('./session.ts');
  const parts = [import('./client.ts'), import('./query.ts'), import('./offline-store.ts')] as const;
  const [client, query, offline] = await Promise.all(parts);
  kernel = { ...client, ...query, ...offline };
  data = await import('./data.ts');
});
beforeEach(() => {
  waiting = [];
  kernel.queries.clear();
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const select = (uuid: string) => kernel.sessionStore.keep({ uuid, access_token: `token of ${uuid}` }, true);
const shown = () => kernel.queries.getQueryData<Self>(session.selfQuery.queryKey)?.displayname;

/** The device keeps who everybody is, and gives it when it is told to. */
function keepSelves(): Map<string, () => void> {
  const { queryKey } = session.selfQuery;
  const reads = new Map<string, () => void>();
  vi.spyOn(kernel.offlineStore, 'list').mockImplementation(
    (owner) =>
      new Promise((resolve) =>
        reads.set(owner, () => resolve([{ key: 'kept', value: { queryKey, data: self(owner) } }] as never)),
      ),
  );
  return reads;
}

it('whoever signs out while the device is still read leaves nothing behind [P-4.07]', async () => {
  const reads = keepSelves();
  select('ada');
  const entered = session.enter();
  kernel.sessionStore.clear();
  session.empty();
  reads.get('ada')?.();
  await entered;
  expect(shown()).toBeUndefined();
  expect(waiting).toEqual([]);
});

describe('another account that is selected before the first one is shown', () => {
  it('never gets the data that the device keeps for the first [P-4.11] [P-4.13]', async () => {
    const reads = keepSelves();
    select('ada');
    const first = session.enter();
    select('bea');
    const second = session.enter();
    reads.get('bea')?.();
    await vi.waitFor(() => expect(shown()).toBe('bea'));
    reads.get('ada')?.();
    await first;
    expect(shown()).toBe('bea');
    expect(session.session.getState().owner).toBe('bea');
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    waiting[0]?.(Response.json({ data: self('bea of the server'), meta: {} }));
    await second;
    expect(shown()).toBe('bea of the server');
  });

  it.each(['at once', 'when there is a chance'])(
    'does not get the answer to what the first has changed, sent %s',
    async (when) => {
      select('ada');
      const answered = vi.fn();
      const failed = vi.fn();
      const touches = [usersApi.getSelf];
      const effects = { onSuccess: answered, onError: failed };
      const atOnce = () =>
        new MutationObserver(kernel.queries, { ...data.mutationOf(newsApi.confirm, { touches }), ...effects });
      const queued = () =>
        new MutationObserver(kernel.queries, {
          ...data.queuedMutationOf(newsApi.confirm, { touches, about: () => 'Confirmed' }),
          ...effects,
        });
      const change = (): { mutate: (args: never) => Promise<unknown> } => (when === 'at once' ? atOnce() : queued());
      const args = { params: { id: 'self', news_id: '1' } } as never;
      void change().mutate(args);
      void change().mutate(args);
      await vi.waitFor(() => expect(waiting).toHaveLength(2));
      select('bea');
      waiting[0]?.(Response.json({ data: {}, meta: {} }));
      waiting[1]?.(Response.json({ error: { code: 'forbidden', message: 'No' }, meta: {} }, { status: 403 }));
      // A later change of the account that is shown is answered as ever.
      const later = change().mutate(args);
      await vi.waitFor(() => expect(waiting).toHaveLength(3));
      waiting[2]?.(Response.json({ data: {}, meta: {} }));
      await later;
      expect([answered, failed].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    },
  );
});
