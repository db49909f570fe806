import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Tabs } from './Tabs.tsx';

const draw = (tabs: readonly { id: string; text: string }[]) =>
  renderToStaticMarkup(
    <Tabs label="Parts" tabs={tabs} value="all" onChange={() => {}}>
      Everything
    </Tabs>,
  );
const ALL = { id: 'all', text: 'All' };

it('a row of tabs with a tab that has no id or no text is refused, and says which one [C-5.13]', () => {
  expect(() => draw([ALL, { id: 'new', text: '' }])).toThrow('Tab 2 has no text');
  expect(() => draw([{ id: '', text: 'New' }, ALL])).toThrow('Tab 1 has no id');
  expect(draw([ALL, { id: 'new', text: 'New' }])).toContain('New');
  // @ts-expect-error a tab without a text does not compile
  expect(() => draw([{ id: 'all' }])).toThrow('Tab 1 has no text');
});
