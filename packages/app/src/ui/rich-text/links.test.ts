import { expect, it } from 'vitest';
import { toLinkAddress } from './links.ts';

it('takes pages, mail and telephone, and adds the scheme that people leave out', () => {
  expect(toLinkAddress(' https://kreide.example/a?b#c ')).toBe('https://kreide.example/a?b#c');
  expect(toLinkAddress('kreide.example/news')).toBe('https://kreide.example/news');
  expect(toLinkAddress('kreide.example:8080/news')).toBe('https://kreide.example:8080/news');
  expect(toLinkAddress('office@kreide.example')).toBe('mailto:office@kreide.example');
  expect(toLinkAddress('+49-40-123456')).toBe('tel:+49-40-123456');
  expect(toLinkAddress('tel:+4940123456')).toBe('tel:+4940123456');
});

it('takes nothing else', () => {
  for (const text of [
    '',
    ' ',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'ftp://x.example',
    'two words',
  ])
    expect(toLinkAddress(text), text).toBeNull();
  for (const text of ['word', 'https://', 'mailto:', 'tel:']) expect(toLinkAddress(text), text).toBeNull();
});
