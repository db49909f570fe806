import { NEWEST_RELEASE } from './newest-release.ts';

/** The last releases, the newest first; `help:release.<key>` says what each has brought. */
export const RELEASES = [
  { key: NEWEST_RELEASE, date: '2026-11-22' },
  { key: 'r2', date: '2026-11-21' },
  { key: 'r1', date: '2026-11-21' },
] as const;
