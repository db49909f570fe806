import { expect, it } from 'vitest';
import { footerMenuOf, menuTypeOf, newsChannelTypesOf } from './rules.ts';

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
