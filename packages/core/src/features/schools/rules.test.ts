import { expect, it } from 'vitest';
import {
  footerMenuOf,
  hasChannels,
  hasContentModeration,
  hasProductQuestion,
  hasReactions,
  isOrigin,
  menuTypeOf,
  newsChannelTypesOf,
  PRODUCT_QUESTION,
} from './rules.ts';

it('a school sets the entries of the bottom bar; anything that is no list of keys sets nothing [C-2.86] [P-3.23]', () => {
  expect(footerMenuOf({ footer_menu: ['timetable', 'feed', 'timetable'] })).toEqual(['timetable', 'feed']);
  expect(footerMenuOf({ footer_menu: [3, null, 'feed', ''] })).toEqual(['feed']);
  for (const meta of [null, undefined, {}, { footer_menu: null }, { footer_menu: 'feed' }, { footer_menu: [] }, [], 7])
    expect(footerMenuOf(meta), JSON.stringify(meta)).toBeNull();
});

it('a school has any menu that it is given, unchanged; anything that is no text is none [P-3.26]', () => {
  for (const menu_type of ['davinci-lite', 'classbook-only', ' New One ', ''])
    expect(menuTypeOf({ menu_type })).toBe(menu_type);
  for (const properties of [null, undefined, {}, { menu_type: null }, { menu_type: 1 }, { menu_type: ['a'] }, [], 'a'])
    expect(menuTypeOf(properties), JSON.stringify(properties)).toBeNull();
});

it('news go to all kinds of receivers unless a school names some [C-9.24] [P-3.24]', () => {
  for (const meta of [null, undefined, {}, { news_channel_types: null }, { news_channel_types: 'global' }, [], 7])
    expect(newsChannelTypesOf(meta)).toEqual(['global', 'individual', 'grades', 'courses', 'users']);
  expect(newsChannelTypesOf({ news_channel_types: ['grades', 'moon', 'global', 3] })).toEqual(['global', 'grades']);
  expect(newsChannelTypesOf({ news_channel_types: [] })).toEqual([]);
});

it('channels, reactions and the question go on until a school switches them off, moderation begins when it is switched on', () => {
  const read = (properties: unknown) => [
    hasChannels(properties),
    hasReactions(properties),
    hasProductQuestion(properties),
    hasContentModeration(properties),
  ];
  const all = (value: unknown) => ({
    channels: value,
    reactions: value,
    [PRODUCT_QUESTION]: value,
    basic_admin_content_moderation: value,
  });
  for (const unset of [null, {}, all(null), all('true')]) expect(read(unset)).toEqual([true, true, true, false]);
  expect([read(all(true)), read(all(false))]).toEqual([Array(4).fill(true), Array(4).fill(false)]);
});

it('a site is a scheme and a host, perhaps a port, and nothing that a header could misread', () => {
  for (const site of ['https://www.example.org', 'http://localhost:8080', 'https://a'])
    expect(isOrigin(site), site).toBe(true);
  for (const text of [
    'https://example.org/',
    'https://*.example.org',
    'https://a.example https://b.example',
    'https://a.example;',
    'https://a.example:123456',
    'https://a.example\n',
    'ftp://a.example',
    'example.org',
    'https://-a.example',
  ])
    expect(isOrigin(text), text).toBe(false);
});
