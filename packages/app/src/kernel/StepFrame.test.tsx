import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import form from '../../../../locales/en/form.json' with { type: 'json' };
import { StepFrame } from './StepFrame.tsx';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { form } } }));

const go = () => undefined;
const steps = [
  { key: 'a', name: 'File', to: go },
  { key: 'b', name: 'People', to: go },
  { key: 'c', name: 'End', to: null },
];
const show = (current: string, within: Parameters<typeof StepFrame>[0]['children'] = 'here', headingLevel?: 3 | null) =>
  renderToStaticMarkup(
    <StepFrame label="Import" steps={steps} current={current} {...(headingLevel !== undefined && { headingLevel })}>
      {within}
    </StepFrame>,
  );
const states = (html: string) => [...html.matchAll(/data-state="(\w+)"/g)].map(([, state]) => state);

describe('the steps of a wizard', () => {
  it('says by name which is on the page, which are behind and which can be gone to', () => {
    const html = show('b');
    expect(states(html)).toEqual(['done', 'current', 'ahead']);
    expect(html.match(/\(done\)/g)).toHaveLength(1);
    expect(html).toMatch(/<h2 [^>]*tabindex="-1"[^>]*>Step 2 of 3: People<\/h2>/i);
    expect(html.match(/aria-current="step"/g)).toHaveLength(1);
    // Neither the one on the page nor one that cannot be gone to yet is a button.
    expect(html.match(/<button/g)).toHaveLength(1);
    expect(show('a', 'here', 3)).toMatch(/<h3 [^>]*>Step 1 of 3: File<\/h3>/);
    expect(show('c', 'here', null)).not.toContain('Step 3');
  });

  it('has one list and one heading, however many wizards lie in one another', () => {
    const inner = (
      <StepFrame label="Inner" steps={steps} current="a">
        deep
      </StepFrame>
    );
    const html = show('b', inner);
    expect(html.match(/<nav/g)).toHaveLength(1);
    expect(html.match(/<h2/g)).toHaveLength(1);
    expect(html).toContain('deep');
  });
});
