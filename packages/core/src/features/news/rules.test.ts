import { describe, expect, it } from 'vitest';
import { NEWS_CHANNELS_MAXIMUM, NEWS_USERS_MAXIMUM, newsChannelTypeOf } from './receivers.ts';
import { NEWS_CONTENT_MAXIMUM, NEWS_DAYS_AHEAD, NEWS_TITLE_MAXIMUM, newsProblems } from './rules.ts';

const NOW = new Date('2026-11-18T09:10:00Z');
const DAY = 86_400_000;
const TO = { channels: [1], user_ids: [] };
const rulesOf = (draft: Partial<Parameters<typeof newsProblems>[0]>) =>
  newsProblems({ ...TO, title: 'Excursion', content: '<p>On Friday.</p>', publish_at: null, ...draft }, NOW).map(
    ({ field, rule }) => `${field} ${rule}`,
  );

describe('a draft of a news item', () => {
  it('needs a title of 1 to 255 characters, as people count them [C-2.24]', () => {
    expect(rulesOf({})).toEqual([]);
    expect(rulesOf({ title: '' })).toEqual(['title titleRequired']);
    expect(rulesOf({ title: ' \t ' })).toEqual(['title titleRequired']);
    expect(rulesOf({ title: 'x' })).toEqual([]);
    expect(rulesOf({ title: '🎒'.repeat(NEWS_TITLE_MAXIMUM) })).toEqual([]);
    expect(rulesOf({ title: 'x'.repeat(NEWS_TITLE_MAXIMUM + 1) })).toEqual(['title titleMax']);
  });

  it('needs a content that shows something: marks and blanks alone are nothing, a picture is something [C-2.24]', () => {
    for (const content of ['', '<p></p>', '<p>&nbsp; <br></p>', '<ul><li> </li></ul>'])
      expect(rulesOf({ content }), content).toEqual(['content contentRequired']);
    expect(rulesOf({ content: '<p><img src="/v1/files/x" alt=""></p>' })).toEqual([]);
    expect(rulesOf({ content: 'x'.repeat(NEWS_CONTENT_MAXIMUM) })).toEqual([]);
    expect(rulesOf({ content: 'x'.repeat(NEWS_CONTENT_MAXIMUM + 1) })).toEqual(['content contentMax']);
  });

  it('can be scheduled within a good year, and a time that is over counts as now [C-4.29]', () => {
    const at = (ms: number) => new Date(NOW.getTime() + ms).toISOString();
    expect(rulesOf({ publish_at: at(-5 * DAY) })).toEqual([]);
    expect(rulesOf({ publish_at: at(NEWS_DAYS_AHEAD * DAY) })).toEqual([]);
    expect(rulesOf({ publish_at: at(NEWS_DAYS_AHEAD * DAY + 1) })).toEqual(['publish_at tooFarAhead']);
  });

  it('is told everything that is wrong at once, with the limits', () => {
    const far = new Date(NOW.getTime() + 1000 * DAY).toISOString();
    expect(newsProblems({ ...TO, title: '', content: '', publish_at: far }, NOW)).toEqual([
      { field: 'title', rule: 'titleRequired', params: {} },
      { field: 'content', rule: 'contentRequired', params: {} },
      { field: 'publish_at', rule: 'tooFarAhead', params: { days: NEWS_DAYS_AHEAD } },
    ]);
  });

  it('is told the limits of title and content', () => {
    const long = { title: 'x'.repeat(NEWS_TITLE_MAXIMUM + 1), content: 'x'.repeat(NEWS_CONTENT_MAXIMUM + 1) };
    expect(newsProblems({ ...TO, ...long, publish_at: null }, NOW).map(({ params }) => params)).toEqual([
      { maximum: NEWS_TITLE_MAXIMUM },
      { maximum: NEWS_CONTENT_MAXIMUM },
    ]);
  });

  it('needs receivers, 50 channels and 100 people at most', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
    expect(rulesOf({ channels: [] })).toEqual(['channels receiversRequired']);
    expect(rulesOf({ channels: [], user_ids: [1] })).toEqual([]);
    expect(rulesOf({ channels: ids(NEWS_CHANNELS_MAXIMUM), user_ids: ids(NEWS_USERS_MAXIMUM) })).toEqual([]);
    expect(rulesOf({ channels: ids(NEWS_CHANNELS_MAXIMUM + 1) })).toEqual(['channels receiversMax']);
    expect(rulesOf({ user_ids: ids(NEWS_USERS_MAXIMUM + 1) })).toEqual(['user_ids receiversMax']);
  });
});

it('a channel is one kind of receivers [C-9.24]', () => {
  expect(newsChannelTypeOf({ type: 'GLOBAL', target: 'global' })).toBe('global');
  expect(newsChannelTypeOf({ type: 'CUSTOM', target: null })).toBe('individual');
  expect(newsChannelTypeOf({ type: 'CHAT', target: null })).toBe('users');
  for (const target of ['courses', 'course-parents'] as const)
    expect(newsChannelTypeOf({ type: 'GENERATED', target })).toBe('courses');
  for (const target of ['parents', 'students', 'teachers'] as const)
    expect(newsChannelTypeOf({ type: 'GENERATED', target })).toBe('grades');
});
