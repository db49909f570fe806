import { expect, it } from 'vitest';
import { toMonitorToken, toOwnPath, toSnippet } from './snippets.ts';

const LINK = 'https://kreide.example.org/monitor/view?token=00000000-0000-4000-8000-000000000000-sub';

it('writes the script and the element for a homepage, and no value of it can leave its attribute', () => {
  expect(toSnippet('https://kreide.example.org', 'kreide-news', { school: 'linden', limit: '3' })).toBe(
    '<script src="https://kreide.example.org/widgets/kreide.js" defer></script>\n<kreide-news school="linden" limit="3"></kreide-news>',
  );
  expect(toSnippet('', 'kreide-timetable', { 'entity-id': '5a"><b>&' })).toContain(
    'entity-id="5a&quot;>&lt;b>&amp;"></kreide-timetable>',
  );
});

it('reads token and page out of a monitor link', () => {
  expect([toMonitorToken(LINK), toOwnPath(LINK)]).toEqual([
    '00000000-0000-4000-8000-000000000000-sub',
    '/monitor/view?token=00000000-0000-4000-8000-000000000000-sub',
  ]);
});
