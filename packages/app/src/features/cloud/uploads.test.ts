import { UPLOAD_TIMEOUT } from '@kreide/core/features/files';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { toChosenFile } from '../../kernel/form-upload.ts';

/** A line on which a little of a file arrives every half minute. */
class SlowRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onabort = () => {};
  onloadend = () => {};
  private timer: ReturnType<typeof setInterval> | undefined;
  open() {}
  setRequestHeader() {}
  send() {
    let loaded = 0;
    this.timer = setInterval(() => {
      loaded += 1;
      this.upload.onprogress?.({ loaded, total: 1000 });
    }, 30_000);
  }
  abort() {
    clearInterval(this.timer);
    this.onabort();
    this.onloadend();
  }
}

let module: typeof import('./uploads.ts');
beforeAll(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('__APP_VERSION__', '0');
  vi.stubGlobal('__RELEASED_AT__', '');
  vi.stubGlobal('document', { querySelector: () => null, cookie: '' });
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout, clearTimeout }));
  vi.stubGlobal('XMLHttpRequest', SlowRequest);
  // The real one does not know the clock of this test.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms);
    return controller.signal;
  });
  module = await import('./uploads.ts');
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a slow upload has three hours, in which its share is told, and then waits to be sent again [C-9.03] [T-9.21]', async () => {
  const { sendFiles, uploads } = module;
  const file = new File(['Kreide'], 'Lang.txt');
  sendFiles([toChosenFile(file, 0)], {
    cloudId: '1',
    parent: undefined,
    hasPush: false,
    isReplacing: false,
  });
  const shown = () => uploads.getState().all.map(({ progress, failure }) => [progress, failure?.code ?? null]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()).toEqual([[0.002, null]]);
  await vi.advanceTimersByTimeAsync(3 * 60 * 60 * 1000 - 60_000 - 1);
  expect(shown()).toEqual([[0.359, null]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown()).toEqual([[expect.any(Number), 'timeout']]);
  expect(UPLOAD_TIMEOUT).toBe(10_800_000);
});
