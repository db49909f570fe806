import { expect, it } from 'vitest';
import { type ArchivedFile, archivePaths, toArchiveName } from './archive-names.ts';

const of = (user_id: number | null, path: string, more: Partial<ArchivedFile> = {}): ArchivedFile => ({
  place: '',
  path,
  user_id,
  firstname: user_id === null ? null : 'Kim',
  lastname: user_id === null ? null : 'Muster',
  is_returned: false,
  ...more,
});
const byOwner = { byOwner: true, nobody: 'Niemand', returned: 'Zurück?' };

it('a name in an archive is one that every system takes', () => {
  const names = ['a/b:c?.pdf', ' x. ', '...', 'CON', 'nul.txt', 'Console', 'Ü\u202egpj.exe', 'a  b\tc'];
  expect(names.map(toArchiveName)).toEqual([
    'a_b_c_.pdf',
    'x',
    '_',
    '_CON',
    '_nul.txt',
    'Console',
    'Ü_gpj.exe',
    'a b_c',
  ]);
});

it('hand-ins lie under their owners, people of one name apart, and under nobody when they are gone', () => {
  const files = [of(1, 'a.pdf'), of(1, 'b/a.pdf'), of(2, 'a.pdf'), of(null, 'a.pdf')];
  expect(archivePaths(files, byOwner)).toEqual([
    'Muster Kim/a.pdf',
    'Muster Kim/b/a.pdf',
    'Muster Kim (2)/a.pdf',
    'Niemand/a.pdf',
  ]);
  const named = [of(1, 'a.pdf'), of(2, 'a.pdf', { lastname: 'muster', firstname: 'KIM' })];
  expect(archivePaths(named, byOwner)).toEqual(['Muster Kim/a.pdf', 'muster KIM (2)/a.pdf']);
  const elsewhere = [of(1, 'a.pdf', { place: 'Teil 1' }), of(1, 'a.pdf', { place: null, path: 'Teil 2/a.pdf' })];
  expect(archivePaths(elsewhere, byOwner)).toEqual(['Teil 1/Muster Kim/a.pdf', 'Teil 2/a.pdf']);
});

it('returns lie apart from hand-ins, for their receiver too', () => {
  const files = [of(1, 'a.pdf'), of(1, 'a.pdf', { is_returned: true }), of(1, 'a.pdf', { is_returned: true })];
  expect(archivePaths(files, byOwner)).toEqual([
    'Muster Kim/a.pdf',
    'Muster Kim/Zurück_/a.pdf',
    'Muster Kim/Zurück_/a (2).pdf',
  ]);
  expect(archivePaths(files.slice(0, 2), { ...byOwner, byOwner: false })).toEqual(['a.pdf', 'Zurück_/a.pdf']);
});

it('no path stands twice, also where two names become one', () => {
  const files = [of(1, 'a?.pdf'), of(1, 'a:.pdf'), of(1, 'A_.PDF'), of(1, 'ordner.d/datei'), of(1, 'ordner.d/Datei')];
  expect(archivePaths(files, { ...byOwner, byOwner: false })).toEqual([
    'a_.pdf',
    'a_ (2).pdf',
    'A_ (3).PDF',
    'ordner.d/datei',
    'ordner.d/Datei (2)',
  ]);
});
