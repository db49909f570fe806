import type { ImportNote, SourceRow, SourceTable } from '@kreide/core/features/user-import';
import type { ForeignFile } from '../reader.ts';
import { readXmlTree } from '../timetables/xml.ts';
import { findPath, listChildren, readText } from '../timetables/xml-node.ts';

const HEAD_BYTES = 4096;

/** True when the bytes are the pupils that SIECLE exports. */
export const isSiecle = (bytes: Uint8Array): boolean =>
  /<BEE_ELEVES[\s>]/.test(new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)));

/** The headers of SIECLE's list as CSV, and what its XML says besides. */
const HEADERS = [
  'Identifiant unique*',
  'Nom de famille*',
  "Nom d'usage",
  'Premier prénom*',
  'Date de naissance (jj/mm/aaaa)*',
  'Code sexe*',
  'Division*',
  'Date de sortie',
  'Scolarité',
] as const;

/** Elements of a pupil that are read, or tell nothing of the person. */
const READ = new Set(
  'ID_NATIONAL INE_RNIE NOM_DE_FAMILLE NOM NOM_USAGE PRENOM PRENOM2 PRENOM3 DATE_NAISS CODE_SEXE DATE_SORTIE'.split(
    ' ',
  ),
);
/** Place of birth and nationality. Nobody reads them; a note names them. */
const CONFIDENTIAL = /_NAISS$|^CODE_PAYS|NATIONALITE/;

/** The class of pupils who have left the school. */
const INACTIVE = 'Inactifs';

/**
 * The pupils of `ElevesSansAdresses.xml` (`BEE_ELEVES`) as the table that the preset `siecle` reads. A pupil whom no division
 * holds is none at present. The notes name what is not read. Throws `UnreadableFile` where it is no XML.
 */
export function readSiecle(
  file: ForeignFile,
  entry: string | null,
): { readonly table: SourceTable; readonly notes: readonly ImportNote[] } {
  const root = readXmlTree(file);
  const divisions = new Map(
    listChildren(findPath(root, 'DONNEES', 'STRUCTURES'), 'STRUCTURES_ELEVE').map((pupil) => {
      const division = listChildren(pupil, 'STRUCTURE').find((one) => readText(one, 'TYPE_STRUCTURE')?.trim() === 'D');
      return [pupil.attributes.ELEVE_ID ?? '', (division && readText(division, 'CODE_STRUCTURE')?.trim()) ?? ''];
    }),
  );
  const pupils = listChildren(findPath(root, 'DONNEES', 'ELEVES'), 'ELEVE');
  const left = new Set(
    pupils.flatMap(({ children }) => children.map(({ name }) => name).filter((name) => !READ.has(name))),
  );
  const tell = (code: 'sensitive_columns' | 'unknown_columns', isOne: (name: string) => boolean): ImportNote[] => {
    const columns = [...left].filter(isOne).join(', ').slice(0, 500);
    return columns === '' ? [] : [{ code, params: { columns } }];
  };
  const rows = pupils.map((pupil): SourceRow => {
    const text = (...names: string[]) =>
      names
        .map((name) => readText(pupil, name))
        .find((value) => value !== null)
        ?.trim() ?? '';
    const division = divisions.get(pupil.attributes.ELEVE_ID ?? '') ?? '';
    const isThere = division !== '' && division !== INACTIVE;
    const cells = [
      text('ID_NATIONAL', 'INE_RNIE'),
      text('NOM_DE_FAMILLE', 'NOM'),
      text('NOM_USAGE'),
      text('PRENOM'),
      text('DATE_NAISS'),
      text('CODE_SEXE'),
      isThere ? division : '',
      text('DATE_SORTIE'),
      isThere ? '' : 'inactive',
    ];
    return { line: pupil.line, cells, is_broken: false };
  });
  const head = { line: root.line, cells: [...HEADERS], is_broken: false };
  const isConfidential = (name: string) => CONFIDENTIAL.test(name);
  return {
    table: { file: file.name, sheet: entry, rows: [head, ...rows], preset: 'siecle' },
    notes: [...tell('sensitive_columns', isConfidential), ...tell('unknown_columns', (name) => !isConfidential(name))],
  };
}
