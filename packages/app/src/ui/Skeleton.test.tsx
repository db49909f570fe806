import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SKELETON_TYPES, Skeleton } from './Skeleton.tsx';

const styles = readFileSync(join(import.meta.dirname, 'Skeleton.module.css'), 'utf8');
const count = (html: string) => html.split('aria-hidden="true"').length - 1;

it('shows 6 placeholders of each type by default, those of the rows first [P-9.25] [P-9.26] [C-2.129]', () => {
  expect(SKELETON_TYPES.slice(0, 4)).toEqual(['news', 'chat', 'list', 'calendar-list']);
  for (const type of SKELETON_TYPES) {
    const html = renderToStaticMarkup(<Skeleton type={type} label="Loading" />);
    expect(html).toContain(`data-type="${type}"`);
    expect(count(html)).toBe(6);
    // The style sheet has what makes a shape of it.
    expect(styles).toContain(`[data-type="${type}"]`);
  }
  expect(count(renderToStaticMarkup(<Skeleton items={2} label="Loading" />))).toBe(2);
});
