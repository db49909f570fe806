import { type NewsItem, newsApi } from '@kreide/core/features/news';
import { type Subscription, subscriptionsApi } from '@kreide/core/features/subscriptions';
import { InfiniteQueryObserver, MutationObserver } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const address = (uuid: string) => ({ uuid, name: uuid }) as Subscription;
const news = (id: number) => ({ id, title: `News ${id}` }) as NewsItem;

/** The server's next answer, and the requests it received. */
let respond: (request: Request) => Response | Promise<Response>;
const asked: string[] = [];
const answer = (data: unknown) => Response.json({ data, meta: {} });
const refusal = () => Response.json({ error: { code: 'forbidden', message: 'No' }, meta: {} }, { status: 403 });

let data: typeof import('./data.ts');
let queries: typeof import('./query.ts')['queries'];

beforeAll(async () => {
  vi.stubGlobal('__APP_VERSION__', '0');
  vi.stubGlobal('__RELEASED_AT__', '');
  vi.stubGlobal('document', { querySelector: () => null, cookie: '' });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request = new Request(new URL(path, 'http://kreide.test'), init);
    asked.push(`${request.method} ${path}`);
    return respond(request);
  });
  data = await import('./data.ts');
  ({ queries } = await import('./query.ts'));
});
beforeEach(() => {
  asked.length = 0;
  queries.clear();
});
afterAll(() => vi.unstubAllGlobals());

const listed = () => queries.getQueryData(data.queryOf(subscriptionsApi.list, {}).queryKey)?.map(({ uuid }) => uuid);

describe('reading', () => {
  it('keeps the data of an answer under its endpoint and tells a refusal as the error it is', async () => {
    respond = () => answer([address('a')]);
    expect(await queries.fetchQuery(data.queryOf(subscriptionsApi.list, {}))).toEqual([address('a')]);
    expect(listed()).toEqual(['a']);
    respond = refusal;
    const again = queries.fetchQuery(data.queryOf(subscriptionsApi.list, {}, { staleTime: 0 }));
    await expect(again).rejects.toMatchObject({ code: 'forbidden', status: 403 });
    expect(listed()).toEqual(['a']);
  });

  it('asks for a list page by page and applies a change to the whole of it [C-4.48] [C-4.49]', async () => {
    const all = [6, 5, 4, 3, 2, 1];
    respond = ({ url }) => {
      const page = Number(new URL(url).searchParams.get('page'));
      return answer(all.slice((page - 1) * 2, page * 2 + 1).map(news));
    };
    const feed = new InfiniteQueryObserver(queries, data.infiniteQueryOf(newsApi.feed, { params: { id: 'self' } }, 2));
    const ids = () => feed.getCurrentResult().data?.map(({ id }) => id);
    const end = feed.subscribe(() => {});
    await vi.waitFor(() => expect(ids()).toEqual([6, 5]));
    await feed.fetchNextPage();
    expect(ids()).toEqual([6, 5, 4, 3]);

    asked.length = 0;
    data.updateQueries(newsApi.feed, (items) => [news(7), ...items]);
    await vi.waitFor(() => expect(ids()).toEqual([7, 6, 5, 4]));
    expect(asked).toEqual([]);

    all.splice(all.indexOf(4), 1);
    data.updateQueries(newsApi.feed, (items) => items.filter(({ id }) => id !== 4 && id !== 7));
    await vi.waitFor(() => expect(ids()).toEqual([6, 5, 3, 2]));
    expect(asked).toEqual(['GET /v1/users/self/feed/news?page=1', 'GET /v1/users/self/feed/news?page=2']);
    end();
  });
});

describe('changing', () => {
  const uuid = '00000000-0000-4000-8000-000000000001';
  const remove = () =>
    new MutationObserver(
      queries,
      data.mutationOf(subscriptionsApi.remove, {
        messages: false,
        touches: [subscriptionsApi.list],
        echo: ({ params }) =>
          data.updateQueries(subscriptionsApi.list, (all) => all.filter((one) => one.uuid !== params.uuid)),
      }),
    ).mutate({ params: { uuid } });

  beforeEach(() => data.writeQuery(subscriptionsApi.list, {}, [address('a'), address(uuid)]));

  it('shows its effect at once, and makes the queries that it touches stale once it is done', async () => {
    let finish = (_: Response) => {};
    respond = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    const done = remove();
    await vi.waitFor(() => expect(asked).toEqual([`DELETE /v1/subscriptions/${uuid}`]));
    expect(listed()).toEqual(['a']);
    finish(new Response(null, { status: 204 }));
    await done;
    expect(listed()).toEqual(['a']);
    expect(queries.getQueryState(data.queryOf(subscriptionsApi.list, {}).queryKey)?.isInvalidated).toBe(true);
  });

  it('goes back when it is refused', async () => {
    respond = refusal;
    await expect(remove()).rejects.toMatchObject({ code: 'forbidden' });
    expect(listed()).toEqual(['a', uuid]);
  });
});
