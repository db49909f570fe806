import { expect, it } from 'vitest';
import { ENVIRONMENTS_MAXIMUM, parseEnvironments } from './environments.ts';

it('environments are a name and an https origin each, and nothing else', () => {
  const one = { name: 'Trial', url: 'https://trial.example.org' };
  expect(parseEnvironments(JSON.stringify([one]))).toEqual([one]);
  expect(parseEnvironments('[]')).toEqual([]);
  for (const url of [
    'http://a.example',
    'https://a.example/',
    'https://a.example/x',
    'https://u@a.example',
    'a',
    'javascript:1',
  ])
    expect(parseEnvironments(JSON.stringify([{ ...one, url }])), url).toBeUndefined();
  for (const wrong of ['', 'Trial', '{}', '[{}]', JSON.stringify([{ ...one, icon: 'globe' }])])
    expect(parseEnvironments(wrong), wrong).toBeUndefined();
  const many = (length: number) => JSON.stringify(Array.from({ length }, () => one));
  expect(parseEnvironments(many(ENVIRONMENTS_MAXIMUM))).toHaveLength(ENVIRONMENTS_MAXIMUM);
  expect(parseEnvironments(many(ENVIRONMENTS_MAXIMUM + 1))).toBeUndefined();
});
