import { describe, expect, it } from 'vitest';
import { UPLOAD_TIMEOUT } from '../files/index.ts';
import { cloudAbilitiesOf, cloudFileAbilitiesOf } from './abilities.ts';
import { upload } from './api.ts';
import { parseEditPage, toEditPage } from './editing.ts';
import {
  CLOUD_ALT_MAXIMUM,
  CLOUD_CHOICE_MINIMUM,
  CLOUD_PREVIEW_BYTES,
  CLOUD_SORTINGS,
  freeName,
  keepExtension,
  kindOf,
  nameProblem,
  RENAME_BLUR_MS,
  stemOf,
} from './rules.ts';

describe('the kind of a file', () => {
  it.each([
    ['JPG', 'image'],
    ['heic', 'image'],
    ['xlsx', 'sheet'],
    ['csv', 'sheet'],
    ['mp3', 'music'],
    ['mov', 'video'],
    ['pdf', 'pdf'],
    ['md', 'text'],
    ['zip', 'archive'],
    ['pptx', 'slide'],
    ['odt', 'doc'],
    ['exe', 'other'],
    ['', 'other'],
  ])('of %s is %s [C-3.49]', (extension, kind) => expect(kindOf(extension)).toBe(kind));
});

describe('names', () => {
  it('are edited without their extension, which is kept on save [T-5.29]', () => {
    expect(stemOf('Plan.tar.GZ')).toBe('Plan.tar');
    expect([stemOf('Plan'), stemOf('.env'), stemOf('a.b c')]).toEqual(['Plan', '.env', 'a.b c']);
    expect(keepExtension(' Neu ', 'Alt.PDF')).toBe('Neu.PDF');
    expect(keepExtension('Neu.pdf', 'Alt.PDF')).toBe('Neu.pdf');
    expect(keepExtension('Neu.exe', 'Alt.pdf')).toBe('Neu.exe.pdf');
    expect(keepExtension('Neu', 'Ordner')).toBe('Neu');
  });

  it('get the first number that is free, before their extension and without growing too long', () => {
    expect(freeName('a.pdf', new Set())).toBe('a.pdf');
    expect(freeName('A.pdf', new Set(['a.pdf', 'a (2).pdf']))).toBe('A (3).pdf');
    expect(freeName('Noten', new Set(['noten']))).toBe('Noten (2)');
    const long = `${'x'.repeat(176)}.pdf`;
    expect(freeName(long, new Set([long]))).toBe(`${'x'.repeat(172)} (2).pdf`);
  });

  it('are refused when they are empty, too long, or hold what is no part of a name', () => {
    expect(['', '  ', '.', '..'].map(nameProblem)).toEqual(Array(4).fill('nameRequired'));
    expect([nameProblem('x'.repeat(180)), nameProblem('x'.repeat(181))]).toEqual([null, 'nameMax']);
    expect(['a/b', 'a\\b', 'a\u202Eb', 'a\u0000b'].map(nameProblem)).toEqual(Array(4).fill('nameSign'));
    expect(nameProblem('Ausflug (2).pdf')).toBeNull();
  });
});

it('limits and waits are those that were decided [C-9.29] [T-9.13] [T-9.14] [T-9.23]', () => {
  expect([CLOUD_ALT_MAXIMUM, CLOUD_CHOICE_MINIMUM, RENAME_BLUR_MS]).toEqual([200, 2, 200]);
  expect([upload.timeout, UPLOAD_TIMEOUT]).toEqual([600_000, 10_800_000]);
  expect(CLOUD_PREVIEW_BYTES).toBe(5 * 1024 * 1024);
  expect(CLOUD_SORTINGS.map(({ orderBy, orderDir }) => `${orderBy} ${orderDir}`)).toEqual([
    'name asc',
    'name desc',
    'type asc',
    'type desc',
    'size asc',
    'size desc',
    'created_at desc',
    'created_at asc',
  ]);
});

describe('what somebody may do', () => {
  const NOW = new Date('2026-11-18T09:00:00Z');
  const member = cloudAbilitiesOf({ read: 1, write: 1, moderate: 0 });
  const admin = cloudAbilitiesOf({ read: 1, write: 1, moderate: 1 });
  const folder = {
    is_folder: true,
    user_id: 1,
    is_closed: false,
    is_handed_in: false,
    is_returned: false,
    is_only_read: false,
    is_protected_folder: false,
    upload_limited_at: null,
  };
  const file = { ...folder, is_folder: false };

  it('with a cloud follows the channel: members read, who may write brings files', () => {
    expect(member).toEqual({ view: 1, upload: 1, manage: 0, review: 0 });
    expect(admin).toEqual({ view: 1, upload: 1, manage: 1, review: 1 });
    expect(cloudAbilitiesOf({ read: 1, write: 0, moderate: 1 })).toEqual({ view: 1, upload: 0, manage: 0, review: 1 });
    expect(cloudAbilitiesOf({})).toEqual({ view: 0, upload: 0, manage: 0, review: 0 });
  });

  it('with a file depends on whose it is and on the folder, and names every permission [T-6.20]', () => {
    const can = (userId: number, cloud = member, of = file) => cloudFileAbilitiesOf(userId, cloud, of, NOW);
    expect(can(1)).toMatchObject({
      rename: 1,
      download: 1,
      move: 1,
      delete: 1,
      collaborate: 0,
      'change-collaboration': 0,
    });
    expect(can(2)).toMatchObject({ rename: 0, download: 1, move: 0, delete: 0, update: 0 });
    expect(can(2, admin)).toMatchObject({ rename: 1, move: 1, delete: 1, restrict: 0 });
    expect(can(1, member, { ...file, is_closed: true })).toMatchObject({ rename: 0, move: 0, delete: 0, download: 1 });
    const handedIn = { ...file, is_handed_in: true };
    expect(can(2, admin, handedIn)).toMatchObject({ rename: 0, update: 0, move: 1, delete: 1, download: 1 });
    expect(can(1, member, handedIn)).toMatchObject({ rename: 1, update: 1 });
    const returned = { ...handedIn, is_returned: true };
    expect(can(1, admin, returned)).toMatchObject({ rename: 0, update: 0, move: 0, delete: 1, download: 1 });
  });

  it('with a folder ends at its time, to the moment, except for administrators [C-7.60]', () => {
    const at = (upload_limited_at: string | null, cloud = member) =>
      cloudFileAbilitiesOf(1, cloud, { ...folder, upload_limited_at }, NOW).upload;
    expect([at(null), at('2026-11-18T09:00:00.001Z'), at('2026-11-18T09:00:00Z')]).toEqual([1, 1, 0]);
    expect(at('2026-11-18T08:00:00Z', admin)).toBe(1);
    const ofChild = { ...folder, is_handed_in: true, is_only_read: true };
    expect([member, admin].map((cloud) => cloudFileAbilitiesOf(2, cloud, ofChild, NOW).upload)).toEqual([0, 1]);
    const shut = { ...folder, is_protected_folder: true };
    expect(cloudFileAbilitiesOf(1, member, shut, NOW)).toMatchObject({ upload: 0, rename: 0, delete: 0, restrict: 0 });
    expect(cloudFileAbilitiesOf(2, admin, shut, NOW)).toMatchObject({ upload: 1, rename: 1, restrict: 1 });
  });

  it('with a document online is what they may do with its words, or with its place once it is collaborative [C-6.32] [C-6.33]', () => {
    const document = { ...file, is_editable: true };
    const can = (
      userId: number,
      of: Partial<typeof document> & { is_collaborative?: boolean } = {},
      cloud = member,
    ) => {
      const found = cloudFileAbilitiesOf(userId, cloud, { ...document, ...of }, NOW);
      return [found.collaborate, found['change-collaboration']];
    };
    expect([can(1), can(2), can(2, {}, admin)]).toEqual([
      [1, 1],
      [0, 0],
      [1, 1],
    ]);
    const shared = { is_collaborative: true };
    const reader = cloudAbilitiesOf({ read: 1, write: 0, moderate: 0 });
    expect([can(2, shared), can(2, shared, reader), can(2, { ...shared, is_closed: true })]).toEqual([
      [1, 0],
      [0, 0],
      [0, 0],
    ]);
    expect([can(2, { ...shared, is_handed_in: true }), can(2, { ...shared, is_returned: true })]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect([can(1, { is_handed_in: true }), can(1, { is_editable: false }), can(1, { is_folder: true })]).toEqual([
      [1, 0],
      [0, 0],
      [0, 0],
    ]);
  });
});

describe('the page that opens a file online', () => {
  it('names the file by its cloud and its number, and nothing else', () => {
    const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const page = toEditPage({ cloud_id: 12, uuid });
    expect(page).toBe(`/kreide-redirect-page?path=%2Fcloud%2Ffiles%2F12&data=${uuid}`);
    const parse = (query: string) => parseEditPage(new URLSearchParams(query));
    expect(parseEditPage(new URL(page, 'https://kreide.example').searchParams)).toEqual({ id: '12', uuid });
    for (const path of ['https://evil.example', '//evil.example', '/cloud/files/12/../3', '/cloud/files/0', ''])
      expect(parse(`path=${encodeURIComponent(path)}&data=${uuid}`)).toBeNull();
    expect([parse(`path=/cloud/files/12&data=x`), parse('')]).toEqual([null, null]);
  });
});
