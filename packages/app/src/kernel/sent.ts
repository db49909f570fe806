/** What every request of the app says of this build and this device. */
export const sent = {
  version: __APP_VERSION__,
  releasedAt: __RELEASED_AT__,
  xsrf: (): string | null => /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? null,
};
