import { expect, it } from 'vitest';
import { tabParameter, toActiveTab } from './use-active-tab.ts';

it('the chosen tab stands under activeTab, with a suffix where a page has several sets, and is the first where none fits [C-2.57]', () => {
  expect(tabParameter()).toBe('activeTab');
  expect(tabParameter('changes')).toBe('activeTab-changes');
  const tabs = ['all', 'added'] as const;
  expect(['added', 'all', null, '', 'gone'].map((wanted) => toActiveTab(tabs, wanted))).toEqual([
    'added',
    'all',
    'all',
    'all',
    'all',
  ]);
});
