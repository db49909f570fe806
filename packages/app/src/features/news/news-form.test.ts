import { NEWS_FILES_MAXIMUM, type NewsItem } from '@kreide/core/features/news';
import { describe, expect, it } from 'vitest';
import { draftToValues, formProblems, isSame, parseValues, toDraft, toValues } from './news-form.ts';

const ZONE = 'Europe/Berlin';
const NOW = new Date('2026-11-18T09:10:00Z');
const moment = { zone: ZONE, now: NOW };
const item = (publish_at: string) =>
  ({
    title: 'Trip',
    content_rendered: '<p>Text</p>',
    publish_at,
    is_pinned: true,
    is_official: false,
    is_public: true,
    is_confirmable: true,
    channels: [{ id: 3 }],
    user_ids: [4],
  }) as unknown as NewsItem;
const EMPTY = toValues(null, moment);
const at = (date: string, time: string) => ({
  ...EMPTY,
  channels: [3],
  title: 'Trip',
  content: '<p>Text</p>',
  isLater: true,
  date,
  time,
});

describe('the time of publishing', () => {
  it('is meant in the zone of the school, daylight saving included [C-4.29]', () => {
    const sent = (date: string, time: string) => toDraft(at(date, time), null, moment).publish_at;
    expect(sent('2026-11-19', '07:00')).toBe('2026-11-19T06:00:00.000Z');
    expect(sent('2027-03-29', '07:00')).toBe('2027-03-29T05:00:00.000Z');
    // On the night when the clocks go forward there is no 02:30.
    expect(sent('2027-03-28', '02:30')).toBe('2027-03-28T01:30:00.000Z');
  });

  it('counts as now when it is over, or when nothing is said', () => {
    expect(toDraft(at('2026-11-18', '10:10'), null, moment).publish_at).toBeNull();
    expect(toDraft(at('2026-11-18', '10:11'), null, moment).publish_at).toBe('2026-11-18T09:11:00.000Z');
    expect(toDraft(EMPTY, null, moment).publish_at).toBeNull();
  });

  it('stays to the second what it was when nobody changes it', () => {
    for (const publish_at of ['2026-11-17T08:00:12.345Z', '2026-11-19T08:00:12.345Z'])
      expect(toDraft(toValues(item(publish_at), moment), item(publish_at), moment).publish_at).toBe(publish_at);
    const later = toValues(item('2026-11-19T08:00:12.345Z'), moment);
    expect(later).toMatchObject({ isLater: true, date: '2026-11-19', time: '09:00' });
    expect(toDraft({ ...later, isLater: false }, item('2026-11-19T08:00:12.345Z'), moment).publish_at).toBeNull();
  });
});

it('tells everything that is wrong at once, a time that is not whole included [C-2.24]', () => {
  const rules = (values: typeof EMPTY) =>
    formProblems(values, null, moment).map(({ field, rule }) => `${field} ${rule}`);
  expect(rules(EMPTY)).toEqual(['channels receiversRequired', 'title titleRequired', 'content contentRequired']);
  expect(rules({ ...EMPTY, isLater: true, time: '' })).toEqual([
    'channels receiversRequired',
    'title titleRequired',
    'content contentRequired',
    'publish_at timeRequired',
  ]);
  expect(rules(at('2031-01-01', '07:00'))).toEqual(['publish_at tooFarAhead']);
  expect(rules(at('2026-11-19', '07:00'))).toEqual([]);
});

it('knows whether something was changed', () => {
  expect(isSame(EMPTY, { ...EMPTY })).toBe(true);
  expect(isSame(EMPTY, { ...EMPTY, title: 'Trip' })).toBe(false);
  expect(isSame(EMPTY, { ...EMPTY, isLater: true })).toBe(false);
  expect(isSame(EMPTY, { ...EMPTY, time: '' })).toBe(true);
  expect(isSame(at('2026-11-19', '07:00'), at('2026-11-19', '07:05'))).toBe(false);
});

it('takes from the device only what is a draft', () => {
  expect(parseValues(JSON.parse(JSON.stringify(EMPTY)), EMPTY)).toEqual(EMPTY);
  const { files: _, preview: __, survey: ___, ...older } = { ...EMPTY, title: 'Trip' };
  expect(parseValues(older, EMPTY)).toEqual({ ...EMPTY, title: 'Trip' });
  for (const kept of [undefined, null, 'text', {}, { ...EMPTY, title: 5 }]) expect(parseValues(kept, EMPTY)).toBeNull();
});

it('sends receivers with a new item only: those of one that there is stay', () => {
  const values = { ...at('2026-11-19', '07:00'), user_ids: [9] };
  expect(toDraft(values, null, moment)).toMatchObject({ channels: [3], user_ids: [9] });
  const published = item('2026-11-17T08:00:00Z');
  expect(toDraft(toValues(published, moment), published, moment)).toEqual({
    title: 'Trip',
    content: '<p>Text</p>',
    publish_at: '2026-11-17T08:00:00Z',
    is_pinned: true,
    is_official: false,
    is_public: true,
    is_notifiable: true,
    is_confirmable: true,
    files: [],
  });
  expect(isSame(EMPTY, { ...EMPTY, channels: [3] })).toBe(false);
});

describe('what an item carries', () => {
  const file = (uuid: string) =>
    ({ uuid, name: `${uuid}.txt`, alt_name: `of ${uuid}` }) as unknown as NewsItem['attachments'][number];
  const carrying = {
    ...item('2026-11-17T08:00:00Z'),
    attachments: [file('a'), file('b')],
    preview: { uuid: 'a' },
    survey_form_id: 7,
  } as NewsItem;

  it('is sent as files in their order, and survey and cover only where they are others', () => {
    const values = toValues(carrying, moment);
    const same = toDraft(values, carrying, moment);
    expect(same.files).toEqual([
      { uuid: 'a', alt_name: 'of a' },
      { uuid: 'b', alt_name: 'of b' },
    ]);
    expect([Object.keys(same).includes('preview'), Object.keys(same).includes('survey_form_id')]).toEqual([
      false,
      false,
    ]);
    const other = { ...values, files: [file('b')], preview: '', survey: null };
    expect(toDraft(other, carrying, moment)).toMatchObject({
      files: [{ uuid: 'b', alt_name: 'of b' }],
      preview: null,
      survey_form_id: null,
    });
    expect([isSame(values, { ...values }), isSame(values, { ...values, files: [file('b'), file('a')] })]).toEqual([
      true,
      false,
    ]);
    const made = { ...at('2026-11-19', '07:00'), files: [file('c')], preview: 'c', survey: { id: 9 } };
    const sent = toDraft(made, null, moment);
    expect(sent).toMatchObject({ preview: { uuid: 'c' }, survey_form_id: 9 });
    const again = draftToValues(sent, moment);
    expect(again).toMatchObject({ files: [{ uuid: 'c', alt_name: 'of c' }], preview: 'c', survey: { id: 9 } });
    expect(toDraft(again, null, moment)).toEqual(sent);
  });

  it('can stand in the place of a text [C-2.24]', () => {
    const empty = { ...at('2026-11-19', '07:00'), content: '' };
    const rules = (values: typeof EMPTY) => formProblems(values, null, moment).map(({ rule }) => rule);
    expect(rules(empty)).toEqual(['contentRequired']);
    expect(rules({ ...empty, files: [file('a')] })).toEqual([]);
    expect(rules({ ...empty, survey: { id: 9 } })).toEqual([]);
    const many = Array.from({ length: NEWS_FILES_MAXIMUM + 1 }, (_, at) => file(String(at)));
    expect([rules({ ...empty, files: many }), rules({ ...empty, files: many.slice(1) })]).toEqual([['filesMax'], []]);
  });
});
