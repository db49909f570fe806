import { expect, it } from 'vitest';
import { type SizeUnit, sizeUnitOf, writeSize } from './file-size.ts';

const said = (bytes: number, unit?: SizeUnit) => writeSize('de', bytes, unit).replace(/\s/g, ' ');

it('a size is told in MB of 1024 × 1024 bytes, or in GB when asked, with two decimals [P-9.24]', () => {
  expect([0, 1_048_576, 1_572_864, 26_214_400, 2_147_483_648].map((bytes) => said(bytes))).toEqual([
    '0,00 MB',
    '1,00 MB',
    '1,50 MB',
    '25,00 MB',
    '2.048,00 MB',
  ]);
  expect([1_073_741_824, 1_610_612_736].map((bytes) => said(bytes, 'gigabyte'))).toEqual(['1,00 GB', '1,50 GB']);
  expect(writeSize('en', 1_572_864).replace(/\s/g, ' ')).toBe('1.50 MB');
});

it('a file that is there is never told as nothing', () => {
  expect([said(1), said(5_000), said(16_000), said(1, 'gigabyte')]).toEqual([
    '0,01 MB',
    '0,01 MB',
    '0,02 MB',
    '0,01 GB',
  ]);
});

it('a lot of room is told in GB', () => {
  expect([0, 1_073_741_823, 1_073_741_824].map(sizeUnitOf)).toEqual(['megabyte', 'megabyte', 'gigabyte']);
});
