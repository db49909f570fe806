import { describe, expect, it } from 'vitest';
import { LINK_ABOUT_MAXIMUM, LINK_ADDRESS_MAXIMUM, LINK_TITLE_MAXIMUM, linkProblems, toLinkAddress } from './rules.ts';

const draft = { title: 'Mensa', address: 'https://mensa.example', about: '' };
const rulesOf = (part: Partial<typeof draft>) => linkProblems({ ...draft, ...part }).map(({ rule }) => rule);

describe('a link', () => {
  it('has a name and an address with http or https; what one finds there may stay empty [P-7.95] [P-7.96]', () => {
    expect(rulesOf({})).toEqual([]);
    expect(rulesOf({ title: '  ', address: ' ' })).toEqual(['titleRequired', 'addressRequired']);
    for (const address of [
      'ftp://mensa.example',
      'javascript:alert(1)',
      'mailto:a@b.example',
      'https://',
      'a b.example',
    ])
      expect(rulesOf({ address }), address).toEqual(['addressInvalid']);
  });

  it('is as long as it may be, and not a character longer', () => {
    const address = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`;
    expect(
      rulesOf({
        title: 'x'.repeat(LINK_TITLE_MAXIMUM),
        address: address(LINK_ADDRESS_MAXIMUM),
        about: 'x'.repeat(LINK_ABOUT_MAXIMUM),
      }),
    ).toEqual([]);
    expect(
      rulesOf({
        title: 'x'.repeat(LINK_TITLE_MAXIMUM + 1),
        address: address(LINK_ADDRESS_MAXIMUM + 1),
        about: 'x'.repeat(LINK_ABOUT_MAXIMUM + 1),
      }),
    ).toEqual(['titleMax', 'addressMax', 'aboutMax']);
  });

  it('gets https where somebody leaves the scheme out', () => {
    expect(toLinkAddress(' www.mensa.example/plan ')).toBe('https://www.mensa.example/plan');
    expect(toLinkAddress('http://mensa.example')).toBe('http://mensa.example');
    expect(rulesOf({ address: 'www.mensa.example' })).toEqual([]);
  });
});
