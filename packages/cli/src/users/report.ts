import {
  type BulkRevertPreview,
  type ImportLine,
  type ImportRun,
  LINE_KINDS,
  REVERT_FATES,
  type RevertFate,
} from '@kreide/core/features/user-import';
import type { Cli } from '../cli.ts';
import { quote, toPlain, toTable } from '../output.ts';

/** Most people of a kind who are shown before the question. */
const LINES_SHOWN = 25;
/** Those whom somebody should look at first. */
const SHOWN = ['ambiguous', 'rejected', 'missing', 'new', 'changed'] as const;

/** What is told of a person: where they stand in the file, what changes, who they may be, why they are left out. */
function toDetail({ t }: Pick<Cli, 't'>, line: ImportLine): string {
  const { places, changes, candidates, rejected } = line;
  const at = places.map((place) => t('users.line', { line: place.line })).join(', ');
  const changed = changes.map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`);
  const asked = candidates.map(({ id, name, class: grade, text }) => `#${id} ${name} ${grade ?? ''}: ${text}`);
  const refused = rejected ? [rejected.column, rejected.value, rejected.text].filter(Boolean).join(': ') : '';
  return [at, line.class, ...changed, ...asked, refused].filter(Boolean).join(' · ');
}

/** That an office has given ids anew, and what is done about it; empty: it has not. */
export function toRenumbered({ t }: Pick<Cli, 't'>, { renumbered }: Pick<ImportRun, 'renumbered'>): string {
  if (!renumbered) return '';
  const { known, people, taken } = renumbered;
  return `${t('users.renumbered', { known, people })}\n${t(taken < people ? 'users.rekeyHow' : 'users.rekeyTaken')}\n\n`;
}

/** Classes that may be none, one a line as options to copy, with what is asked or said about them. */
export function toDoubtful(
  { t }: Pick<Cli, 't'>,
  names: readonly string[],
  words: 'users.doubtfulQuestion' | 'users.doubtfulHow',
): string {
  const options = names.map((name) => `  --accept-class ${quote(name)}\n`).join('');
  return `${t('users.doubtful')}\n${options}${t(words)}`;
}

/** The plan in words, for the person who decides (D-3.05). */
export function toPlan(cli: Pick<Cli, 't'>, run: ImportRun, lines: readonly ImportLine[]): string {
  const { t } = cli;
  const { counts } = run;
  if (!counts) return '';
  let text = toRenumbered(cli, run);
  text += toTable(
    [{ title: '' }, { title: '', align: 'right' }],
    LINE_KINDS.map((kind) => [t(`users.kinds.${kind}`), t('report.number', { number: counts[kind] })]),
  );
  if (run.roles.length > 0)
    text += `\n${toTable(
      [{ title: '' }, { title: '', align: 'right' }],
      run.roles.map(({ type, people }) => [t(`users.peopleOf.${type}`), t('report.number', { number: people })]),
    )}`;
  if (run.new_classes.length > 0)
    text += `${toPlain(t('users.newClasses', { classes: run.new_classes.join(', ') }))}\n`;
  for (const kind of SHOWN) {
    const of = lines.filter((line) => line.kind === kind);
    if (of.length === 0) continue;
    text += `\n${t(`users.kinds.${kind}`)}\n`;
    text += of
      .slice(0, LINES_SHOWN)
      .map((line) => `  ${toPlain(`${line.name}  ${toDetail(cli, line)}`)}\n`)
      .join('');
    if (of.length > LINES_SHOWN) text += `  ${t('report.more', { count: of.length - LINES_SHOWN })}\n`;
  }
  if (run.proposals.length > 0)
    text += `\n${t('users.proposals')}\n${run.proposals.map(({ preset, text: why }) => `  ${preset}: ${toPlain(why)}\n`).join('')}`;
  if (run.notes.length > 0)
    text += `\n${t('report.warnings')}\n${run.notes.map((note) => `  ! ${toPlain(note.text)}\n`).join('')}`;
  return text;
}

/** What taking an import back would do with everybody, in words. */
export function toUndoPlan({ t }: Pick<Cli, 't'>, people: NonNullable<BulkRevertPreview['people']>): string {
  const of = (fate: RevertFate) => people.filter((person) => person.fate === fate);
  let text = toTable(
    [{ title: '' }, { title: '', align: 'right' }],
    REVERT_FATES.map((fate) => [t(`users.fates.${fate}`), t('report.number', { number: of(fate).length })]),
  );
  for (const fate of REVERT_FATES) {
    if (of(fate).length === 0) continue;
    text += `\n${t(`users.fates.${fate}`)}\n`;
    text += of(fate)
      .map(({ id, name }) => `  ${toPlain(name)} (#${id})\n`)
      .join('');
  }
  return text;
}
