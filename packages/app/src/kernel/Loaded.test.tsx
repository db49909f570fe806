import { ApiError } from '@kreide/core/kernel';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import errors from '../../../../locales/en/errors.json' with { type: 'json' };
import shell from '../../../../locales/en/shell.json' with { type: 'json' };
import { Loaded } from './Loaded.tsx';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { shell, errors } } }));
afterAll(() => vi.unstubAllGlobals());

interface Shown {
  data?: string[];
  error?: ApiError;
  isFetching?: boolean;
  isOnline?: boolean;
}

function show({ data, error, isFetching = false, isOnline = true }: Shown): string {
  vi.stubGlobal('navigator', { onLine: isOnline });
  return renderToStaticMarkup(
    <Loaded
      query={{ data, error: error ?? null, isFetching, refetch: () => {} }}
      skeleton={{ items: 2, label: 'On its way' }}
      errorTitle="No list"
      empty={<p>Nothing yet</p>}
    >
      {(items) => <ul>{items.join()}</ul>}
    </Loaded>,
  );
}

const refused = new ApiError({ code: 'forbidden' });
const unreachable = new ApiError({ code: 'unreachable' });

describe('what was read', () => {
  it('is outlined while it is on its way, and takes the place of the outline', () => {
    expect(show({ isFetching: true })).toContain('role="status"');
    expect(show({ data: ['a', 'b'] })).toBe('<ul>a,b</ul>');
  });

  it('says so when there is nothing', () => {
    expect(show({ data: [] })).toBe('<p>Nothing yet</p>');
  });

  it('says why it did not come, and that it is being asked for again', () => {
    const html = show({ error: refused });
    expect(html).toContain('No list');
    expect(html).toContain(errors.forbidden);
    expect(show({ error: new ApiError({ code: 'too_many', retry_after: 2400 }) })).toContain('in 40 minutes.');
    expect(html).toContain(shell.retry);
    expect(html).not.toContain('aria-disabled');
    expect(show({ error: refused, isFetching: true })).toContain('aria-disabled');
  });

  it('stays while a newer answer is asked for and when that one fails', () => {
    expect(show({ data: ['a'], error: refused })).toBe('<ul>a</ul>');
    expect(show({ data: ['a'], isFetching: true })).toBe('<ul>a</ul>');
  });

  it('says that there is no network only when the device has none', () => {
    const html = show({ error: unreachable, isOnline: false });
    expect(html).toContain(shell.connectionLost.page);
    expect(html).not.toContain(errors.unreachable);
    expect(show({ error: unreachable })).toContain(errors.unreachable);
    expect(show({ error: refused, isOnline: false })).toContain(errors.forbidden);
  });
});
