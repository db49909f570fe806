import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SKELETON_TYPES, Skeleton } from './Skeleton.tsx';

const count = (html: string) => html.split('aria-hidden="true"').length - 1;

it('shows 6 placeholders of each of the four types by default [P-9.25] [P-9.26] [C-2.129]', () => {
  expect(SKELETON_TYPES).toEqual(['news', 'chat', 'list', 'calendar-list']);
  for (const type of SKELETON_TYPES) {
    const html = renderToStaticMarkup(<Skeleton type={type} label="Loading" />);
    expect(html).toContain(`data-type="${type}"`);
    expect(count(html)).toBe(6);
  }
  expect(count(renderToStaticMarkup(<Skeleton items={2} label="Loading" />))).toBe(2);
});
